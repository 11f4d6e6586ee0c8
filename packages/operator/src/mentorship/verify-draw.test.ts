import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { Draw } from '@academy/contract'
import { drawPlaces, hashList, QUICKNET, randomnessOf, roundOf, roundTime } from '@academy/contract/mentorship-draw'
import { startDrand } from '@academy/standins/testing/start-drand'
import { expect, onTestFinished, test } from 'vitest'
import { runDrawVerify } from './verify-draw.ts'

const drand = await startDrand()

const WEEK = '2024-01-01'
const round = roundOf(WEEK)
const signatureOf = async (number: number): Promise<string> => {
  const body = (await (await fetch(`${drand.url}/public/${number}`)).json()) as { signature: string }
  return body.signature
}
const codeOf = (n: number, mark = '') => String(n).repeat(32) + mark
/** Six codes, of which the first four are recent winners. */
const list = [0, 1, 2, 3, 4, 5].map((n) => codeOf(n, n < 4 ? '*' : '')).join('\n')
const signature = await signatureOf(round)
const randomness = await randomnessOf(signature)
const entrants = [0, 1, 2, 3, 4, 5].map((n) => ({ code: codeOf(n), isRecent: n < 4 }))
const draw: Draw = {
  week: WEEK,
  closed_at: '2024-01-01T00:00:10.000Z',
  round,
  public_key: drand.publicKey,
  entrants: 6,
  list,
  list_hash: await hashList(list),
  signature,
  randomness,
  places: await drawPlaces(randomness, entrants),
}

async function runOn(json: string, args: string[] = [], env = { DRAND_PUBLIC_KEY: drand.publicKey }): Promise<string[]> {
  const lines: string[] = []
  await runDrawVerify(args, env, { input: Readable.from([json]), say: (line) => void lines.push(line) })
  return lines
}
const respond = (changes: Partial<Draw> = {}) => JSON.stringify({ success: true, data: { ...draw, ...changes } })
const verify = (changes: Partial<Draw> = {}) => runOn(respond(changes))

test('DRAW-13 prints each part of a draw that agrees, with winners and substitutes', async () => {
  const lines = await verify()
  expect(lines.slice(1).map((line) => line.slice(0, 28))).toEqual([
    '  ✓ The SHA-256 of the list ',
    '  ✓ The list has 6 codes, so',
    `  ✓ Round ${round} of drand de`.slice(0, 28),
    '  ✓ The key is that of DRAND',
    '  ✓ The chain signed this ro',
    '  ✓ The random value is the ',
    '  ✓ Winners and substitutes ',
  ])
  // Those without a star come first.
  expect([codeOf(4), codeOf(5)]).toContain(/winner 1: (\d+)/.exec(lines.at(-1) ?? '')?.[1])
  expect(lines.at(-1)).toContain(`substitute 3: ${draw.places[5]}`)
  expect(await verify({ closed_at: new Date(roundTime(round) + 1).toISOString() })).toContainEqual(
    expect.stringMatching(/^ {2}! The list was published at 2024-01-01T01:00:0.* after the random value/),
  )
})

test('DRAW-13 fails at the first part that differs, and says how', async () => {
  const failure = async (changes: Partial<Draw>) => (await verify(changes).catch((error: unknown) => error)) as Error
  const withList = async (changed: string, count = 6) => ({ list: changed, list_hash: await hashList(changed), entrants: count })
  const wrong: [Partial<Draw>, RegExp][] = [
    [{ list: list.replace('*', '') }, /The SHA-256 of the list is \w{64}, but the draw says \w{64}/],
    [await withList(list.split('\n').reverse().join('\n')), /not sorted/],
    [await withList(`${codeOf(0)}\n${list}`, 7), /has a code twice/],
    [{ entrants: 7 }, /has not 7 codes/],
    [{ round: round + 1, signature: await signatureOf(round + 1) }, /but the draw used \d+/],
    [{ public_key: QUICKNET.publicKey }, /Who has the key of another chain can choose winners/],
    [{ signature: await signatureOf(round + 1) }, /is not that of round/],
    [{ signature: null, randomness: null, places: [] }, /are not drawn yet. Round \d+ is published at 2024-01-01T01:00/],
    [{ randomness: '0'.repeat(64) }, /The SHA-256 of the signature is .* but the draw used 0{64}/],
    // A star more changes who wins.
    [await withList(list.replace(draw.places[0] ?? '', `${draw.places[0]}*`)), /Place 1 belongs to/],
    [{ places: draw.places.toSpliced(4, 2, draw.places[5] ?? '', draw.places[4] ?? '') }, /Place 5 belongs to (\d+), but/],
    [{ places: draw.places.slice(0, 5) }, /Place 6 belongs to (\d+), but the draw gave it to no code/],
    [{ list: null, list_hash: null, entrants: null, closed_at: null }, /Registration for the week of 2024-01-01 is open/],
  ]
  for (const [changes, message] of wrong)
    expect(await failure(changes)).toMatchObject({ name: 'CommandError', message: expect.stringMatching(message) })
  await expect(runOn(respond(), [], { DRAND_PUBLIC_KEY: '' })).rejects.toThrow(`but that of the chain is ${QUICKNET.publicKey}`)
})

test('DRAW-13 reads a file, or fetches the response, and explains what is no draw', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'draw-'))
  const file = path.join(folder.path, 'draw.json')
  await writeFile(file, respond())
  expect(await runOn('', [file])).toHaveLength(8)
  await expect(runOn('', [`${file}.none`])).rejects.toThrow('Could not read the draw: ENOENT')

  const server = createServer((request, response) => {
    if (request.url === '/api/draws/2024-01-01') response.end(respond())
    else response.writeHead(404).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await runOn('', ['--address', `${address}/draws/2024-01-01`])).toHaveLength(8)
  await expect(runOn('', ['--address', `${address}/x`])).rejects.toThrow(`Could not fetch the draw from ${address}/x: status 404.`)
  await expect(runOn('', ['--address', 'academy'])).rejects.toThrow('--address takes the address of a draw.')
  await expect(runOn('', [file, '--address', address])).rejects.toThrow('draw:verify takes one file, or an address.')

  for (const json of ['no JSON', '{}', JSON.stringify(draw), respond({ week: '2024-01-02' })])
    await expect(runOn(json)).rejects.toThrow('This is no draw.')
})
