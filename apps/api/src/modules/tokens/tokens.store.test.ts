import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { insertToken, revokeOwnTokens, saveLastUses } from './tokens.store.ts'

const { app } = await buildTestApp()

/** Stores twenty expired tokens of a new account, first the one with the largest id. Returns their ids, the smallest one first. */
async function twentyTokens() {
  const account_id = randomUUID()
  const ids = Array.from({ length: 20 }, () => randomUUID()).sort()
  for (const id of ids.toReversed())
    await app.sql`insert into personal_access_tokens (id, account_id, name, token_hash, prefix, scopes, expires_at)
      values (${id}, ${account_id}, 'Laptop', ${id}, 'vca_0000', '{content:read}', now() - interval '1 day')`
  return { account_id, ids }
}

async function createAfterFifty({ account_id }: { account_id: string }) {
  await app.sql`insert into personal_access_tokens (account_id, name, token_hash, prefix, scopes, expires_at)
    select ${account_id}, 'Laptop', gen_random_uuid(), 'vca_0000', '{content:read}', now() from generate_series(1, 50)`
  const token_hash = randomUUID()
  await insertToken(app.db, { account_id, name: 'Phone', scopes: ['content:read'], days: 30, token_hash, prefix: 'vca_0000' })
}

test.each<[string, (tokens: Awaited<ReturnType<typeof twentyTokens>>) => Promise<unknown>]>([
  ['saving when tokens were used', ({ ids }) => saveLastUses(app.sql, new Map(ids.toReversed().map((id) => [id, new Date()])))],
  ['revoking the tokens of an account', ({ account_id }) => revokeOwnTokens(app.db, account_id)],
  ['creating a token, which deletes those that expired before fifty others,', createAfterFifty],
])('%s locks them in the order of their ids', async (_what, write) => {
  const tokens = await twentyTokens()
  const [smallest = '', ...others] = tokens.ids
  const waiting = () => app.sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'personal_access_tokens' and datname = current_database()`
  const writing = await app.sql.begin(async (tx) => {
    await tx`select from personal_access_tokens where id = ${smallest} for update`
    const started = write(tokens)
    await expect.poll(async () => (await waiting()).length, { interval: 20 }).toBe(1)
    await tx`select from personal_access_tokens where id in ${tx(others)} for update nowait`
    return [started]
  })
  await Promise.all(writing)
})

test('TOKEN-01 saves the last use of a token once a minute, also if several instances report it, and never an earlier one', async () => {
  const { ids } = await twentyTokens()
  const [id = ''] = ids
  const used = async (at: string) => {
    await saveLastUses(app.sql, new Map([[id, new Date(at)]]))
    const [token] = await app.sql`select last_used_at from personal_access_tokens where id = ${id}`
    return new Date(token?.last_used_at).toISOString()
  }
  expect(await used('2026-11-20T12:01:00Z')).toBe('2026-11-20T12:01:00.000Z')
  expect(await used('2026-11-20T12:01:59Z')).toBe('2026-11-20T12:01:00.000Z')
  expect(await used('2026-11-20T12:00:00Z')).toBe('2026-11-20T12:01:00.000Z')
  expect(await used('2026-11-20T12:02:00Z')).toBe('2026-11-20T12:02:00.000Z')
})
