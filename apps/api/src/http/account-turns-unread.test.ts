import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { apiError } from '@academy/contract'
import { expect, onTestFinished, test } from 'vitest'
import { buildPromptsApp } from '../testing/prompt-accounts.ts'

const { app, newAccount } = await buildPromptsApp()
type Account = Awaited<ReturnType<typeof newAccount>>

// 15 MB in UTF-8, more than the buffers of a connection hold
const LONG_LIST_CHARACTERS = 5_000_000
const fill = {
  '/api/prompts': ({ id }: Account) =>
    app.sql`insert into prompts (account_id, title, description, content)
      select ${id}, 't', 'd', repeat('漢', 50000) from generate_series(1, ${LONG_LIST_CHARACTERS / 50_000}::int)`,
  '/api/notes': ({ id }: Account) =>
    app.sql`insert into tutorial_notes (account_id, tutorial_id, text)
      select ${id}, 'tutorial-' || n, repeat('漢', 20000) from generate_series(1, ${LONG_LIST_CHARACTERS / 20_000}::int) n`,
}

await app.listen({ host: '127.0.0.1', port: 0 })

/** Requests a list, and stops reading after the first bytes of the response. */
async function requestWithoutReading(path: string, { headers }: Account) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(`GET ${path} HTTP/1.1\r\nhost: academy\r\nauthorization: ${headers.authorization}\r\n\r\n`)
  await once(socket, 'readable')
  expect(String(socket.read(12))).toBe('HTTP/1.1 200')
  return socket
}

test.each(['/api/prompts', '/api/notes'] as const)(
  'EDGE-12 refuses further lists while the clients of an account do not read %s',
  async (path) => {
    const [eve, ada] = [await newAccount(), await newAccount()]
    await fill[path](eve)
    const list = ({ headers }: Account) => app.inject({ url: path, headers })
    const socket = await requestWithoutReading(path, eve)
    const refused = await list(eve)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '5'])
    expect(apiError.strict().parse(refused.json()).code).toBe('rate_limited')
    expect((await list(ada)).statusCode, 'another account').toBe(200)

    socket.destroy()
    await expect.poll(async () => (await list(eve)).statusCode).toBe(200)
  },
)

test.each(['/api/prompts', '/api/notes'] as const)('EDGE-12 holds any number of short lists of %s', async (path) => {
  const ada = await newAccount()
  const responses = await Promise.all(Array.from({ length: 10 }, () => app.inject({ url: path, headers: ada.headers })))
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})
