import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'

/** Calls `ask` until a response is refused. Returns the number of allowed calls. */
async function allowedUntilRefused(ask: () => Promise<{ statusCode: number }>, refused: number): Promise<number> {
  let allowed = 0
  await expect
    .poll(
      async () => {
        const { statusCode } = await ask()
        if (statusCode !== refused) allowed += 1
        return statusCode
      },
      { interval: 300 },
    )
    .toBe(refused)
  return allowed
}

test('two instances share the counts of accounts and addresses', async () => {
  const { app, another, signIn } = await buildTestApp({ env: { RATE_LIMIT_ACCOUNT_PER_MINUTE: '40', RATE_LIMIT_PUBLIC_PER_MINUTE: '40' } })
  const other = await another()
  onTestFinished(() => other.close())
  const headers = await signIn()
  const signedIn = { url: '/api/accounts/context', headers }
  const open = { url: '/api/nothing', remoteAddress: '192.0.2.7' }
  for (let call = 0; call < 40; call += 1) {
    expect((await app.inject(signedIn)).statusCode).toBe(200)
    expect((await app.inject(open)).statusCode).toBe(404)
  }
  // Alone it would allow forty.
  expect(await allowedUntilRefused(() => other.inject(signedIn), 429)).toBeLessThan(40)
  expect(await allowedUntilRefused(() => other.inject(open), 429)).toBeLessThan(40)
  expect((await other.inject({ ...signedIn, headers: await signIn() })).statusCode, 'another account').toBe(200)
})

test('each instance counts alone without a database', async () => {
  const { app } = await buildTestApp({ env: { DATABASE_URL: 'postgres://unknown@127.0.0.1:1/none', RATE_LIMIT_PUBLIC_PER_MINUTE: '2' } })
  const statuses: number[] = []
  for (let call = 0; call < 3; call += 1) statuses.push((await app.inject('/api/nothing')).statusCode)
  expect(statuses).toEqual([404, 404, 429])
})
