import { randomUUID } from 'node:crypto'
import { deviceLogin } from '@academy/contract'
import { TOKEN_LIMITS } from '@academy/contract/token-scopes'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'

const unlimited = '1000000'
const { app, another, createToken, issuer, owner } = await buildTestApp({
  env: { RATE_LIMIT_PUBLIC_PER_MINUTE: unlimited, RATE_LIMIT_ACCOUNT_PER_MINUTE: unlimited },
})

const LOGIN_REQUEST = { name: 'vca on laptop', scopes: ['prompts:read', 'content:read'] }
const HOUR = 3600

let addresses = 0
/** Requests a token, each time from another IP address. */
async function start(body: object = LOGIN_REQUEST) {
  addresses += 1
  const response = await app.inject({
    method: 'POST',
    url: '/api/device-logins',
    remoteAddress: `192.0.2.${addresses}`,
    headers: { 'user-agent': 'vca/1.0\u0000 \u00ff(linux)' },
    payload: body,
  })
  return { status: response.statusCode, ...response.json() }
}
const poll = (device_code: string, at = app) => at.inject({ method: 'POST', url: '/api/device-logins/token', payload: { device_code } })
const state = async (device_code: string) => {
  const response = await poll(device_code)
  return response.statusCode === 200 ? response.json().state : response.statusCode
}

async function newUser({ signedInSecondsAgo = 0 } = {}) {
  const user = { id: randomUUID(), email: `${randomUUID()}@example.test` }
  issuer.addUser(user)
  const timestamp = Math.floor(Date.now() / 1000) - signedInSecondsAgo
  const token = await issuer.token({ sub: user.id, email: user.email, amr: [{ method: 'password', timestamp }] })
  const headers = { authorization: `Bearer ${token}` }
  return {
    ...user,
    revokeTokens: () => app.inject({ method: 'DELETE', url: '/api/tokens', headers }),
    look: (code: string) => app.inject({ url: `/api/device-logins/${code}`, headers }),
    decide: (code: string, approve: boolean) =>
      app.inject({ method: 'POST', url: `/api/device-logins/${code}/decision`, headers, payload: { approve } }),
  }
}
const expire = () => app.sql`update device_logins set expires_at = now() - interval '1 second'`

test('CLI-10 CLI-12 a program requests a token, the user sees the request and confirms it, and the program gets the token once', async () => {
  const login = await start()
  expect(login).toMatchObject({ status: 201, expires_in: 600, interval: 5, user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/) })
  expect(login.verification_url).toBe(`http://localhost:3000/settings/tokens/confirm?code=${login.user_code}`)
  expect(await state(login.device_code)).toBe('pending')

  const user = await newUser()
  const seen = deviceLogin.strict().parse((await user.look(login.user_code.toLowerCase().replace('-', ''))).json())
  expect(seen).toMatchObject({
    name: LOGIN_REQUEST.name,
    scopes: ['content:read', 'prompts:read'],
    ip: `192.0.2.${addresses}`,
    user_agent: 'vca/1.0 (linux)',
    expires_in_days: 90,
  })
  expect((await user.decide(login.user_code, true)).statusCode).toBe(204)

  const { token, ...made } = (await poll(login.device_code)).json().token
  expect(made).toMatchObject({ name: LOGIN_REQUEST.name, scopes: ['content:read', 'prompts:read'] })
  expect(Date.parse(made.expires_at) - Date.now()).toBeGreaterThan(89 * 24 * HOUR * 1000)
  const context = await app.inject({ url: '/api/accounts/context', headers: { authorization: `Bearer ${token}` } })
  expect([context.statusCode, context.json().data.account_id]).toEqual([200, user.id])
  expect(await state(login.device_code)).toBe(404)
})

test('CLI-11 of concurrent polls one gets the token, on whichever instance', async () => {
  const second = await another()
  const user = await newUser()
  const { device_code, user_code } = await start()
  await user.decide(user_code, true)
  const responses = await Promise.all([poll(device_code), poll(device_code, second), poll(device_code), poll(device_code, second)])
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404, 404])
  await second.close()
})

test('CLI-11 an approval during a poll gives one token, at the next poll', async () => {
  const user = await newUser()
  const { device_code } = await start()
  // Approves between the two statements of the poll.
  await owner.unsafe(`
    create function approve_logins() returns trigger language plpgsql as $$
      begin update device_logins set decision = 'approved', account_id = '${user.id}' where decision is null; return null; end $$;
    create trigger approve_logins after delete on device_logins for each statement execute function approve_logins()`)
  const during = await state(device_code)
  await owner`drop function approve_logins cascade`
  expect([during, await state(device_code), await state(device_code)]).toEqual(['pending', 'approved', 404])
  expect(await owner`select 1 from personal_access_tokens where account_id = ${user.id}`).toHaveLength(1)
})

test('CLI-11 a code is decided once: by the first user alone', async () => {
  const [first, second] = [await newUser(), await newUser()]
  const { device_code, user_code } = await start()
  expect((await first.decide(user_code, false)).statusCode).toBe(204)
  expect((await second.decide(user_code, true)).statusCode).toBe(404)
  expect((await second.look(user_code)).statusCode).toBe(404)
  expect([await state(device_code), await state(device_code)]).toEqual(['denied', 404])
})

test.each([true, false])('CLI-11 a user may repeat the decision %j until the program fetches it, and cannot change it', async (approve) => {
  const [user, other] = [await newUser(), await newUser()]
  const { device_code, user_code } = await start()
  const decisions = await Promise.all([user.decide(user_code, approve), user.decide(user_code, approve)])
  expect(decisions.map(({ statusCode }) => statusCode)).toEqual([204, 204])
  expect((await user.decide(user_code, !approve)).statusCode).toBe(404)
  expect((await other.decide(user_code, approve)).statusCode).toBe(404)
  expect([await state(device_code), await state(device_code)]).toEqual([approve ? 'approved' : 'denied', 404])
  const late = await user.decide(user_code, approve)
  expect([late.statusCode, late.json().message]).toEqual([404, expect.stringContaining('was used already')])
})

test('CLI-11 an expired code is unknown to the user and to the program, and is deleted', async () => {
  const user = await newUser()
  const [login, approved] = [await start(), await start()]
  await user.decide(approved.user_code, true)
  await expire()
  expect((await user.look(login.user_code)).statusCode).toBe(404)
  expect((await user.decide(login.user_code, true)).statusCode).toBe(404)
  expect([await state(login.device_code), await state(approved.device_code)]).toEqual([404, 404])
  await start()
  expect(await app.sql`select 1 from device_logins where expires_at < now()`).toHaveLength(0)
})

test('CLI-12 an old sign-in can refuse, but not confirm', async () => {
  const user = await newUser({ signedInSecondsAgo: HOUR })
  const { device_code, user_code } = await start()
  const refused = await user.decide(user_code, true)
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'fresh_sign_in_required'])
  expect(await state(device_code)).toBe('pending')
  expect((await user.decide(user_code, false)).statusCode).toBe(204)
})

test('TOKEN-09 a session token whose session has ended can refuse, but not confirm', async () => {
  const user = await newUser()
  const { device_code, user_code } = await start()
  issuer.endSessions(user.id)
  const refused = await user.decide(user_code, true)
  expect([refused.statusCode, refused.json().code, await state(device_code)]).toEqual([403, 'fresh_sign_in_required', 'pending'])
  expect((await user.decide(user_code, false)).statusCode).toBe(204)
})

test('TOKEN-16 revoking all tokens also ends confirmed sign-ins of programs that have no token yet', async () => {
  const [ada, eve] = [await newUser(), await newUser()]
  const [mine, theirs] = [await start(), await start()]
  await ada.decide(mine.user_code, true)
  await eve.decide(theirs.user_code, true)
  expect((await ada.revokeTokens()).statusCode).toBe(204)
  expect([await state(mine.device_code), await state(theirs.device_code)]).toEqual([404, 'approved'])
})

test('CLI-11 the codes are stored as hashes alone', async () => {
  const { device_code, user_code } = await start()
  const [{ rows } = { rows: '' }] = await app.sql<{ rows: string }[]>`select string_agg(d::text, '') as rows from device_logins d`
  for (const code of [device_code, user_code, user_code.replace('-', '')]) expect(rows).not.toContain(code)
})

test('CLI-11 limits guesses per account, and requests for codes per IP address', async () => {
  const user = await newUser()
  const guesses = []
  for (let count = 0; count < 21; count += 1) guesses.push((await user.look('BBBB-BBBB')).statusCode)
  expect([guesses.slice(0, 20).every((status) => status === 404), guesses[20]]).toEqual([true, 429])
  const ask = () => app.inject({ method: 'POST', url: '/api/device-logins', remoteAddress: '198.51.100.7', payload: LOGIN_REQUEST })
  const statuses = []
  for (let count = 0; count < 21; count += 1) statuses.push((await ask()).statusCode)
  expect([statuses.slice(0, 20).every((status) => status === 201), statuses[20]]).toEqual([true, 429])
})

test('CLI-10 an account with as many tokens as it may have gets another only after it revoked one', async () => {
  const user = await newUser()
  for (let count = 0; count < TOKEN_LIMITS.active; count += 1) await createToken(['content:read'], user)
  const { device_code, user_code } = await start()
  await user.decide(user_code, true)
  const response = await poll(device_code)
  expect([response.statusCode, response.json().code]).toEqual([409, 'conflict'])
  await app.sql`
    update personal_access_tokens set revoked_at = now() where id = (select id from personal_access_tokens where account_id = ${user.id} limit 1)`
  expect(await state(device_code), 'the approval is kept').toBe('approved')
})

test('CLI-10 refuses an invalid request for a token, and names the field', async () => {
  for (const [field, value] of [
    ['name', ' '],
    ['name', 'a\nb'],
    ['scopes', []],
    ['scopes.0', ['admin']],
  ] as const) {
    expect(await start({ ...LOGIN_REQUEST, [field.replace('.0', '')]: value })).toMatchObject({
      status: 400,
      fields: { [field]: expect.any(String) },
    })
  }
  expect((await poll('short')).statusCode).toBe(400)
})
