import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { revokeOwnTokens, saveLastUses } from './tokens.store.ts'

const { app } = await buildTestApp()

/** Stores two tokens of a new account, first the one with the larger id. Returns their ids, the smaller one first. */
async function twoTokens() {
  const account_id = randomUUID()
  const ids = [randomUUID(), randomUUID()].sort()
  for (const id of ids.toReversed())
    await app.sql`insert into personal_access_tokens (id, account_id, name, token_hash, prefix, scopes, expires_at)
      values (${id}, ${account_id}, 'Laptop', ${id}, 'vca_0000', '{content:read}', now() + interval '1 day')`
  return { account_id, ids: ids as [string, string] }
}

test.each<[string, (tokens: Awaited<ReturnType<typeof twoTokens>>) => Promise<unknown>]>([
  ['saving when tokens were used', ({ ids }) => saveLastUses(app.sql, new Map(ids.toReversed().map((id) => [id, new Date()])))],
  ['revoking the tokens of an account', ({ account_id }) => revokeOwnTokens(app.db, account_id)],
])('%s locks them in the order of their ids', async (_what, write) => {
  const tokens = await twoTokens()
  const [smaller, larger] = tokens.ids
  const waiting = () => app.sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'personal_access_tokens' and datname = current_database()`
  const writing = await app.sql.begin(async (tx) => {
    await tx`select from personal_access_tokens where id = ${smaller} for update`
    const started = write(tokens)
    await expect.poll(async () => (await waiting()).length, { interval: 20 }).toBe(1)
    await tx`select from personal_access_tokens where id = ${larger} for update nowait`
    return [started]
  })
  await Promise.all(writing)
})
