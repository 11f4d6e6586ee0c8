import { randomUUID } from 'node:crypto'
import { apiError, createdToken } from '@academy/contract'
import { TOKEN_LIMITS, tokenScopes } from '@academy/contract/token-scopes'
import { describe, expect, test } from 'vitest'
import { hashToken } from '../../plugins/auth/token-text.ts'
import { buildTestApp, type TestToken } from '../../testing/build-test-app.ts'
import { buildTokenApp, CONTEXT, NEW_TOKEN } from '../../testing/build-token-app.ts'
import { recordFacts } from '../../testing/record-facts.ts'
import { stopClock } from '../../testing/stop-clock.ts'

const built = await buildTokenApp()
const { app, issuer, logs, newAccount, get, refusal } = built

const audited = (accountId: string) => app.sql`select who, reason, what, details from audit_log where account_id = ${accountId} order by id`

describe('managing tokens', () => {
  test('TOKEN-01 TOKEN-02 creates a token, shows its text once and lists it without', async () => {
    const ada = await newAccount()
    const response = await ada.create({ name: ' Laptop ', scopes: ['prompts:write', 'content:read', 'content:read'] })
    expect([response.statusCode, response.headers['cache-control']]).toEqual([201, 'no-store'])
    const { token, ...made } = createdToken.strict().parse(response.json())
    expect(made).toMatchObject({ name: 'Laptop', scopes: ['content:read', 'prompts:write'], prefix: token.slice(0, 8), last_used_at: null })
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(90 * 86_400_000)
    expect(await ada.list()).toEqual([made])
    expect(await (await newAccount()).list()).toEqual([])

    const [row] = await app.sql`select * from personal_access_tokens where id = ${made.id}`
    expect(row?.token_hash).toBe(hashToken(token))
    expect(JSON.stringify(row)).not.toContain(token.slice(8))
    expect((await get({ authorization: `Bearer ${token}` })).statusCode).toBe(200)
  })

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'a'.repeat(61) }, 'name'],
    [{ name: 7 }, 'name'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['admin'] }, 'scopes.0'],
    [{ expires_in_days: 31 }, 'expires_in_days'],
    [{ expires_in_days: 'never' }, 'expires_in_days'],
    [{ is_admin: true }, 'is_admin'],
  ])('TOKEN-01 refuses %j and names the field', async (change, field) => {
    const ada = await newAccount()
    const refused = await ada.create(change)
    expect([refused.statusCode, Object.keys(apiError.strict().parse(refused.json()).fields ?? {})]).toEqual([400, [field]])
    expect(await ada.list()).toEqual([])
  })

  test('TOKEN-01 an account has at most 20 active tokens, also after concurrent requests; expired and revoked ones do not count', async () => {
    const ada = await newAccount()
    await app.sql`insert into personal_access_tokens (account_id, name, token_hash, prefix, scopes, expires_at)
      select ${ada.id}::uuid, 'Made before', 'hash ' || number || ${ada.id}, 'vca_0000', '{content:read}', now() + interval '1 day'
      from generate_series(1, ${TOKEN_LIMITS.active - 2}) as number`
    const responses = await Promise.all(Array.from({ length: 5 }, () => ada.create()))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 409, 409, 409])
    expect(apiError.strict().parse((await ada.create()).json())).toMatchObject({ code: 'conflict', message: expect.stringContaining('20') })

    await app.sql`update personal_access_tokens set expires_at = now() where account_id = ${ada.id} and name = 'Made before' and id in (
      select id from personal_access_tokens where account_id = ${ada.id} and name = 'Made before' limit 1)`
    expect((await ada.create()).statusCode).toBe(201)
    expect((await ada.create()).statusCode).toBe(409)
    expect((await ada.revoke((await ada.list())[0].id)).statusCode).toBe(204)
    expect((await ada.create()).statusCode).toBe(201)
  })

  test('TOKEN-01 keeps the newest 50 tokens that are expired or revoked', async () => {
    const ada = await newAccount()
    await app.sql`insert into personal_access_tokens (account_id, name, token_hash, prefix, scopes, expires_at, revoked_at)
      select ${ada.id}::uuid, number::text, 'old hash ' || number || ${ada.id}, 'vca_0000', '{content:read}', now() + interval '1 day',
        now() - make_interval(hours => number)
      from generate_series(1, 60) as number`
    await ada.create()
    const names = await app.sql`select name from personal_access_tokens where account_id = ${ada.id} and revoked_at is not null`
    expect(names.map(({ name }) => Number(name)).sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
  })

  test('TOKEN-01 an account creates at most 20 tokens a minute, also if it revokes them', async () => {
    const strict = await buildTestApp()
    const headers = await strict.signIn(strict.issuer.addUser({ email: 'ada@example.test' }))
    const statuses: number[] = []
    for (let call = 0; call < 21; call += 1) {
      const made = await strict.app.inject({ method: 'POST', url: '/api/tokens', headers, payload: NEW_TOKEN })
      statuses.push(made.statusCode)
      if (made.statusCode === 201) await strict.app.inject({ method: 'DELETE', url: `/api/tokens/${made.json().id}`, headers })
    }
    expect(statuses).toEqual([...Array(20).fill(201), 429])
  })

  test('TOKEN-05 TOKEN-16 revokes all tokens of the account, at once and with a line each in the audit log', async () => {
    const [ada, eve] = [await newAccount(), await newAccount()]
    const revokeAll = () => app.inject({ method: 'DELETE', url: '/api/tokens', headers: ada.headers })
    const [first, second, other] = [
      await ada.tokenFor('content:read'),
      await ada.tokenFor('prompts:read'),
      await eve.tokenFor('content:read'),
    ]
    for (const token of [first, second, other]) expect((await get(token)).statusCode).toBe(200)
    expect([(await revokeAll()).statusCode, (await revokeAll()).statusCode]).toEqual([204, 204])
    for (const token of [first, second]) expect(await refusal(token)).toEqual([401, 'token_revoked'])
    expect([await ada.list(), (await get(other)).statusCode]).toEqual([[], 200])
    const revoked = (await audited(ada.id)).filter(({ what }) => what === 'revoke_token').map(({ details }) => details.token)
    expect(revoked.sort()).toEqual([first.id, second.id].sort())
  })

  test('TOKEN-05 TOKEN-09 revokes a token once, only for its own account, and audits its creation and revocation', async () => {
    const [ada, eve] = [await newAccount(), await newAccount()]
    const made = (await ada.create()).json()
    for (const [account, id] of [
      [eve, made.id],
      [ada, randomUUID()],
      [ada, 'no-uuid'],
    ] as const) {
      const missing = await account.revoke(id)
      expect([missing.statusCode, missing.json().code]).toEqual([404, 'not_found'])
    }
    expect((await get({ authorization: `Bearer ${made.token}` })).statusCode).toBe(200)
    expect((await ada.revoke(made.id)).statusCode).toBe(204)
    expect((await ada.revoke(made.id)).statusCode).toBe(404)
    expect(await ada.list()).toEqual([])
    expect(await refusal({ authorization: `Bearer ${made.token}` })).toEqual([401, 'token_revoked'])
    // True in the settings, and after a password was set by mail.
    const audit = { who: 'the user', reason: 'requested in a session of the account' }
    expect(await audited(ada.id)).toEqual([
      { ...audit, what: 'create_token', details: { token: made.id, scopes: 'content:read', expires_at: made.expires_at } },
      { ...audit, what: 'revoke_token', details: { token: made.id } },
    ])
  })
})

describe('what a token may do', () => {
  test('TOKEN-06 opens what its account may open at that moment', async () => {
    const ada = await newAccount()
    const token = await ada.tokenFor('prompts:read', 'prompts:write')
    expect(await refusal(token, '/api/prompts')).toEqual([403, 'entitlement_required'])
    await recordFacts(app.db, ada.id).subscription()
    app.invalidateFacts(ada.id)
    const { authorization } = token
    const payload = { title: 'Zebra', description: 'Description', content: 'Content' }
    expect((await app.inject({ method: 'POST', url: '/api/prompts', headers: { authorization }, payload })).statusCode).toBe(201)
    expect((await get(token, '/api/prompts')).json()).toMatchObject([{ title: 'Zebra' }])
  })

  test('TOKEN-06 shows the context of its account, and keeps the address that the last session had', async () => {
    const ada = await newAccount()
    const token = await ada.tokenFor('progress:write')
    expect((await get(token)).json().data, 'before the first session asks').toMatchObject({
      account_id: ada.id,
      email: '',
      is_admin: false,
    })
    await app.inject({ url: CONTEXT, headers: ada.headers })
    const { data } = (await get(token)).json()
    expect(data).toMatchObject({ account_id: ada.id, email: ada.email, is_admin: false })
    expect(data).toEqual((await app.inject({ url: CONTEXT, headers: ada.headers })).json().data)
  })

  test('TOKEN-06 finds own prompts only with the scope for them, and never notes', async () => {
    const ada = await newAccount()
    await recordFacts(app.db, ada.id).subscription()
    await app.sql`insert into prompts (account_id, title, description, content) values (${ada.id}, 'Zebra', 'Zebra', 'Zebra')`
    await app.sql`insert into tutorial_notes (account_id, tutorial_id, text) values (${ada.id}, 'tutorial', 'Zebra')`
    const kinds = async (token: Pick<TestToken, 'authorization'>) =>
      (await get(token, '/api/search?q=zebra')).json().results.map(({ kind }: { kind: string }) => kind)
    expect(await kinds(await ada.tokenFor('content:read'))).toEqual([])
    expect(await kinds(await ada.tokenFor('content:read', 'prompts:read'))).toEqual(['own_prompt'])
    expect(await kinds(await ada.tokenFor(...tokenScopes))).toEqual(['own_prompt'])
  })

  test('TOKEN-07 requests with a token count in the limit of its account, refused ones as well', async () => {
    // creating the token takes one of the requests
    const strict = await buildTestApp({ env: { RATE_LIMIT_ACCOUNT_PER_MINUTE: '5' } })
    const account = { id: randomUUID(), email: 'learner@example.test' }
    const token = await strict.createToken(['content:read'], account)
    const statuses: number[] = []
    // The refusals of an endpoint that accepts no token count as well.
    for (const url of [CONTEXT, '/api/notes', '/api/prompts', CONTEXT, CONTEXT, '/api/notes'])
      statuses.push((await get(token, url, strict.app)).statusCode)
    expect(statuses).toEqual([200, 403, 403, 200, 429, 429])
    expect((await strict.app.inject({ url: CONTEXT, headers: await strict.signIn(account) })).statusCode).toBe(429)
  })
})

describe('the last use', () => {
  test('TOKEN-08 is stored once a minute, after the response', async () => {
    const ada = await newAccount()
    const token = await ada.tokenFor('content:read')
    const lastUse = async () => (await ada.list())[0].last_used_at
    expect(await lastUse()).toBeNull()
    const before = Date.now()
    for (let call = 0; call < 3; call += 1) await get(token)
    await expect.poll(lastUse).not.toBeNull()
    const stored = await lastUse()
    expect(Date.parse(stored)).toBeGreaterThanOrEqual(before)

    const setLastUse = (at: Date) => app.sql`update personal_access_tokens set last_used_at = ${at.toISOString()} where id = ${token.id}`
    // Postgres would store another use of a token that was used long ago; this instance knows of the use just now
    const longAgo = new Date(before - 600_000)
    await setLastUse(longAgo)
    await get(token)
    // stored together with the uses of all tokens before it
    const another = await newAccount()
    await get(await another.tokenFor('content:read'))
    await expect.poll(async () => (await another.list())[0].last_used_at).not.toBeNull()
    expect(Date.parse(await lastUse())).toBe(longAgo.getTime())
    await setLastUse(new Date(stored))

    const other = await built.another()
    await get(token, CONTEXT, other)
    await other.close()
    expect(await lastUse(), 'seen by another instance within the minute').toBe(stored)
    await app.sql`update personal_access_tokens set last_used_at = now() - interval '2 minutes' where id = ${token.id}`
    const third = await built.another()
    await get(token, CONTEXT, third)
    await third.close()
    expect(Date.parse(await lastUse()), 'stored when an instance closes').toBeGreaterThanOrEqual(Date.parse(stored))
  })
})

describe('accounts that end', () => {
  test('TOKEN-10 tokens of an erased account are refused at once and deleted; the export lists them without hashes', async () => {
    const ada = await newAccount()
    const token = await ada.tokenFor('content:read')
    expect((await get(token)).statusCode).toBe(200)
    const exported = (await app.inject({ url: '/api/accounts/export', headers: ada.headers })).json().data.records.personal_access_tokens
    expect(exported).toMatchObject([{ id: token.id, name: 'Test', scopes: ['content:read'], prefix: token.token.slice(0, 8) }])
    expect(exported[0]).not.toHaveProperty('token_hash')

    const erased = await app.inject({ method: 'POST', url: '/api/accounts/erase', headers: ada.headers, payload: { email: ada.email } })
    expect(erased.statusCode).toBe(200)
    expect(await refusal(token)).toEqual([401, 'token_invalid'])
    expect(await app.sql`select id from personal_access_tokens where account_id = ${ada.id}`).toEqual([])
  })

  test('TOKEN-10 tokens of a banned or deleted account are refused', async () => {
    const tokenIn = async (change: (account: { id: string; email: string }) => void) => {
      const ada = await newAccount()
      const token = await ada.tokenFor('content:read')
      change(ada)
      return await get(token)
    }
    const until = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const banned = await tokenIn((account) => issuer.addUser({ ...account, banned_until: until(1) }))
    expect([banned.statusCode, banned.json()]).toMatchObject([401, { code: 'token_revoked', message: expect.stringContaining('closed') }])
    expect((await tokenIn((account) => issuer.addUser({ ...account, banned_until: until(-1) }))).statusCode, 'the ban is over').toBe(200)
    expect((await tokenIn(({ id }) => issuer.removeUser(id))).json().code).toBe('token_revoked')
  })

  test("TOKEN-10 a banned account's token stops working within ten minutes; while the auth provider is down its last response counts", async () => {
    const ada = await newAccount()
    const token = await ada.tokenFor('content:read')
    const unchecked = await (await newAccount()).tokenFor('content:read')
    expect((await get(token)).statusCode).toBe(200)
    issuer.addUser({ id: ada.id, email: ada.email, banned_until: new Date(Date.now() + 3_600_000).toISOString() })
    const advance = stopClock()
    advance(9 * 60_000)
    expect((await get(token)).statusCode, 'the provider is not called for each request').toBe(200)
    advance(1.1 * 60_000)
    expect(await refusal(token)).toEqual([401, 'token_revoked'])
    issuer.setDown(true)
    try {
      advance(10.1 * 60_000)
      expect(await refusal(token)).toEqual([401, 'token_revoked'])
      expect((await get(unchecked)).statusCode, 'accepted without a response').toBe(200)
    } finally {
      issuer.setDown(false)
    }
  })
})

test('TOKEN-02 the log contains no token', async () => {
  const ada = await newAccount()
  const { token } = await ada.tokenFor('content:read')
  const headers = { authorization: `Bearer ${token}` }
  await app.inject({ url: `${CONTEXT}?token=${token}`, headers })
  await app.inject({ url: `/api/sessions/${token}`, headers })
  await app.inject({ method: 'POST', url: '/api/tokens', headers: ada.headers, payload: { ...NEW_TOKEN, [token]: token } })
  app.log.warn({ note: `seen ${token}` }, `a token: ${token.slice(0, 20)}`)
  const all = logs.join('\n')
  expect(all).toContain('a token: [hidden]')
  expect(all).not.toContain(token.slice(0, 12))
  expect(all).not.toContain(token.slice(8))
})
