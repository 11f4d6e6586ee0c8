import { personalToken } from '@academy/contract'
import { describe, expect, test } from 'vitest'
import { startConnectingAcademy } from '../../testing/connecting-academy.ts'
import { stopClock } from '../../testing/stop-clock.ts'

const academy = await startConnectingAcademy()
const { app, issuer, signIn, connect, allow, refresh, callMcp, post } = academy

const list = async (user: { id: string; email: string }) =>
  (await app.inject({ url: '/api/tokens', headers: await signIn(user) })).json().tokens.map(personalToken.strict().parse)
const listed = async (user: { id: string; email: string }) =>
  (await list(user)).filter(({ program }: { program: string | null }) => program !== null)
const isRefused = async (token: string, at?: string) => (await callMcp(token, 'ping', {}, at)).status === 401

test('CONNECT-08 a connected program stands in the list of access tokens, with its last use', async () => {
  const user = await academy.newAccount()
  expect(await listed(user)).toEqual([])
  const { tokens } = await connect(user)
  expect(await listed(user)).toMatchObject([
    { name: 'A tool', program: '', prefix: '', scopes: ['content:read', 'prompts:read'], last_used_at: null },
  ])
  await callMcp(tokens.access_token)
  await expect.poll(async () => (await listed(user))[0].last_used_at).not.toBeNull()
})

test('CONNECT-08 a program that is revoked in the list is refused by all instances, and gets no new tokens', async () => {
  const user = await academy.newAccount()
  const { client_id, tokens } = await connect(user)
  const other = await academy.another()
  const at = await other.listen({ host: '127.0.0.1', port: 0 })
  expect([await isRefused(tokens.access_token), await isRefused(tokens.access_token, at)]).toEqual([false, false])
  const [{ id }] = await listed(user)
  const revoked = await app.inject({ method: 'DELETE', url: `/api/tokens/${id}`, headers: await signIn(user) })
  expect([revoked.statusCode, await isRefused(tokens.access_token)]).toEqual([204, true])
  await expect.poll(() => isRefused(tokens.access_token, at)).toBe(true)
  expect((await refresh(client_id, tokens.refresh_token, {}, at)).body.error).toBe('invalid_grant')
  await other.close()
})

test('CONNECT-08 a revoked program is refused within 5 seconds by an instance that gets no notification', async () => {
  const advance = stopClock()
  const user = await academy.newAccount()
  const { tokens } = await connect(user)
  expect(await isRefused(tokens.access_token)).toBe(false)
  await app.sql`update personal_access_tokens set revoked_at = now() where account_id = ${user.id}`
  expect(await isRefused(tokens.access_token), 'cached').toBe(false)
  advance(5_001)
  expect(await isRefused(tokens.access_token)).toBe(true)
})

test('CONNECT-08 all instances issue and accept the same tokens', async () => {
  const user = await academy.newAccount()
  const other = await academy.another()
  const at = await other.listen({ host: '127.0.0.1', port: 0 })
  const { fields } = await allow(user)
  const { body } = await post('/oauth/token', fields, at)
  expect(await isRefused(body.access_token ?? '')).toBe(false)
  expect((await refresh(fields.client_id, body.refresh_token ?? '')).status).toBe(200)
  await other.close()
})

test('CONNECT-08 a new password by mail, which revokes all tokens, ends programs and codes that were not used yet', async () => {
  const user = await academy.newAccount()
  const { tokens } = await connect(user)
  const { fields } = await allow(user)
  expect(await isRefused(tokens.access_token)).toBe(false)
  expect((await app.inject({ method: 'DELETE', url: '/api/tokens', headers: await signIn(user) })).statusCode).toBe(204)
  expect(await isRefused(tokens.access_token)).toBe(true)
  expect((await post('/oauth/token', fields)).body.error).toBe('invalid_grant')
})

test('CONNECT-08 programs of a banned account are refused', async () => {
  const user = await academy.newAccount()
  const { tokens } = await connect(user)
  issuer.addUser({ ...user, banned_until: new Date(Date.now() + 3_600_000).toISOString() })
  app.recheckAccount(user.id)
  expect(await isRefused(tokens.access_token)).toBe(true)
})

test('CONNECT-08 erasure ends programs at once and deletes their records; the export has neither hashes nor what the program sent', async () => {
  const user = await academy.newAccount()
  const { client_id, tokens } = await connect(user)
  const headers = await signIn(user)
  const { records } = (await app.inject({ url: '/api/accounts/export', headers })).json().data
  expect(records.personal_access_tokens.map(({ name }: { name: string }) => name)).toContain('A tool')
  expect(records.oauth_records[0]).toMatchObject({ kind: expect.any(String), account_id: user.id })
  for (const record of records.oauth_records) expect(Object.keys(record)).not.toEqual(expect.arrayContaining(['payload']))
  const erased = await app.inject({ method: 'POST', url: '/api/accounts/erase', headers, payload: { email: user.email } })
  expect([erased.statusCode, await isRefused(tokens.access_token)]).toEqual([200, true])
  expect((await refresh(client_id, tokens.refresh_token)).body.error).toBe('invalid_grant')
  expect(await app.sql`select 1 from oauth_records where account_id = ${user.id}`).toEqual([])
})

test('CONNECT-08 programs count among the tokens that an account may have', async () => {
  const user = await academy.newAccount()
  await app.sql`insert into personal_access_tokens (account_id, name, token_hash, prefix, scopes, expires_at)
    select ${user.id}::uuid, 'Made before', 'hash ' || number || ${user.id}, 'vca_0000', '{content:read}', now() + interval '1 day'
    from generate_series(1, 19) as number`
  const { page } = await academy.ask()
  const refused = await academy.decide(academy.requestIdOf(page), user)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict'])
})

describe('CONNECT-11 a program that signs out (RFC 7009)', () => {
  test('loses its access by revoking its refresh token, with a line in the audit log', async () => {
    const user = await academy.newAccount()
    const { client_id, tokens } = await connect(user)
    const { status } = await post('/oauth/revoke', { client_id, token: tokens.refresh_token, token_type_hint: 'refresh_token' })
    expect(status).toBe(200)
    await expect.poll(() => isRefused(tokens.access_token)).toBe(true)
    expect(await listed(user)).toEqual([])
    const audited = await app.sql`select reason from audit_log where account_id = ${user.id} and what = 'revoke_token'`
    expect(audited).toEqual([{ reason: 'the program signed out' }])
  })

  test('cannot revoke the tokens of another one', async () => {
    const { tokens } = await connect(await academy.newAccount())
    const { client_id } = (await academy.register()).body
    await post('/oauth/revoke', { client_id, token: tokens.refresh_token })
    expect(await isRefused(tokens.access_token)).toBe(false)
  })
})
