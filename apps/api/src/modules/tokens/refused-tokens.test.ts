import { randomUUID } from 'node:crypto'
import { apiError } from '@academy/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTokenText } from '../../plugins/auth/token-text.ts'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { buildTokenApp, CONTEXT } from '../../testing/build-token-app.ts'
import { stopClock } from '../../testing/stop-clock.ts'

const built = await buildTokenApp()
const { app, createToken, statements, newAccount, get, refusal } = built

test('TOKEN-04 a malformed, unknown, expired or revoked token is 401 with its code and challenge', async () => {
  const ada = await newAccount()
  const [good, expired, revoked] = [
    await ada.tokenFor('content:read'),
    await ada.tokenFor('content:read'),
    await ada.tokenFor('content:read'),
  ]
  await app.sql`update personal_access_tokens set expires_at = now() - interval '1 second' where id = ${expired.id}`
  await ada.revoke(revoked.id)
  const cases: [string, string, string][] = [
    ['token_malformed', good.token.slice(0, -1), 'The token is incomplete or misspelled'],
    ['token_malformed', `${good.token}0`, 'The token is incomplete or misspelled'],
    ['token_malformed', 'vca_', 'The token is incomplete or misspelled'],
    ['token_invalid', createTokenText(), 'The token is unknown'],
    ['token_expired', expired.token, 'The token expired'],
    ['token_revoked', revoked.token, 'The token was revoked'],
  ]
  for (const [code, token, description] of cases) {
    // Of every endpoint for signed-in users, also of those that accept no token.
    for (const url of [CONTEXT, '/api/tokens', '/api/admin/content']) {
      const response = await get({ authorization: `Bearer ${token}` }, url)
      expect([code, response.statusCode, apiError.strict().parse(response.json()).code]).toEqual([code, 401, code])
      expect(response.headers['www-authenticate']).toBe(`Bearer error="invalid_token", error_description="${description}"`)
    }
  }
  expect((await get(good)).statusCode).toBe(200)
})

test('TOKEN-04 a cached token is refused from the moment of its expiry', async () => {
  const token = await createToken(['content:read'])
  const expiry = Date.now() + 3_600_000
  await app.sql`update personal_access_tokens set expires_at = ${new Date(expiry).toISOString()} where id = ${token.id}`
  expect((await get(token)).statusCode).toBe(200)
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime(expiry - 1)
  expect((await get(token)).statusCode).toBe(200)
  vi.setSystemTime(expiry)
  expect(await refusal(token)).toEqual([401, 'token_expired'])
})

test('TOKEN-04 TOKEN-07 a token that is cached, misspelled or known to be unknown costs no statement', async () => {
  const token = await createToken(['content:read'])
  const unknown = { authorization: `Bearer ${createTokenText()}` }
  await get(token, '/api/sessions')
  await refusal(unknown)
  const before = statements().length
  expect((await get(token, '/api/sessions')).statusCode).toBe(200)
  expect(await refusal({ authorization: `Bearer ${token.token.slice(0, -1)}!` })).toEqual([401, 'token_malformed'])
  expect(await refusal(unknown)).toEqual([401, 'token_invalid'])
  expect(statements().slice(before)).toEqual([])
})

test('TOKEN-04 responds with 429 after many refused tokens of an address; good ones are not affected', async () => {
  const strict = await buildTestApp({ env: { RATE_LIMIT_PUBLIC_PER_MINUTE: '3' } })
  const codes: string[] = []
  for (const token of ['vca_', createTokenText(), 'garbage', createTokenText(), 'vca_x'])
    codes.push((await get({ authorization: `Bearer ${token}` }, CONTEXT, strict.app)).json().code)
  expect(codes).toEqual(['token_malformed', 'token_invalid', 'unauthenticated', 'rate_limited', 'rate_limited'])
  expect((await get(await strict.createToken(['content:read']), CONTEXT, strict.app)).statusCode).toBe(200)
})

test('TOKEN-03 says which scope a token lacks, and that an endpoint needs a session', async () => {
  const token = await createToken(['content:read'])
  const response = await get(token, '/api/prompts')
  expect([response.statusCode, response.json()]).toMatchObject([
    403,
    { code: 'scope_required', message: expect.stringContaining('prompts:read') },
  ])
  expect(response.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="prompts:read"')
  const sessionOnly = await get(token, '/api/notes')
  expect([sessionOnly.statusCode, sessionOnly.json().code]).toEqual([403, 'session_required'])
  expect(sessionOnly.headers['www-authenticate']).toBe('Bearer error="insufficient_scope"')
  // A public endpoint with an optional session.
  const payload = { user_id: randomUUID(), email: 'learner@example.test' }
  const signUp = await app.inject({ method: 'POST', url: '/api/accounts', headers: { authorization: token.authorization }, payload })
  expect([signUp.statusCode, signUp.json().code]).toEqual([403, 'session_required'])
})

test('TOKEN-05 a revoked token is refused by all instances, also by one that lost its connections meanwhile', async () => {
  const other = await built.another()
  try {
    const ada = await newAccount()
    const [first, second] = [await ada.tokenFor('content:read'), await ada.tokenFor('content:read')]
    for (const token of [first, second]) expect((await get(token, CONTEXT, other)).statusCode).toBe(200)
    await ada.revoke(first.id)
    await expect.poll(() => refusal(first, CONTEXT, other).catch(() => 'accepted')).toEqual([401, 'token_revoked'])

    // Revoked without a notification, as if it were lost with the connection.
    await app.sql`update personal_access_tokens set revoked_at = now() where id = ${second.id}`
    await built.owner`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
    await expect.poll(() => refusal(second, CONTEXT, other).catch(() => 'accepted')).toEqual([401, 'token_revoked'])
  } finally {
    await other.close()
  }
})

/** Revokes a token without a notification, as if the connection were lost without an error. */
const revokeSilently = (id: string) => app.sql`update personal_access_tokens set revoked_at = now() where id = ${id}`

test('TOKEN-05 a revoked token is refused within 5 seconds by an instance that gets no notification', async () => {
  const advance = stopClock()
  const ada = await newAccount()
  const token = await ada.tokenFor('content:read')
  expect((await get(token)).statusCode).toBe(200)
  await revokeSilently(token.id)
  expect((await get(token)).statusCode).toBe(200)
  advance(5_001)
  expect(await refusal(token)).toEqual([401, 'token_revoked'])
})

test('TOKEN-05 the 5 seconds begin when the token is read, before the check of its owner', async () => {
  const advance = stopClock()
  const ada = await newAccount()
  const token = await ada.tokenFor('content:read')
  const check = vi.spyOn(app.authProvider, 'isActive').mockImplementation(async () => {
    await revokeSilently(token.id)
    advance(5_001)
    return true
  })
  onTestFinished(() => check.mockRestore())
  expect((await get(token)).statusCode).toBe(200)
  advance(10)
  expect(await refusal(token)).toEqual([401, 'token_revoked'])
})
