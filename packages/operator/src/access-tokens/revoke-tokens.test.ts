import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { migrate } from '@academy/api/migrate'
import { newTestDatabase } from '@academy/standins/testing/test-database'
import postgres from 'postgres'
import { afterAll, expect, test } from 'vitest'
import { runTokenRevoke } from './revoke-tokens.ts'

/** Invented tokens with valid checksums. The test stores only KNOWN. */
const KNOWN = 'vca_QdajwWUGLZXLaCd08cvskn61sXKWSTfpG948cPrs'
const UNKNOWN = 'vca_Oksfoc56sAT2WpofBv8dsog34XfkqPoHFe2rPgBH'

const databaseUrl = await newTestDatabase('tokens')
await migrate(databaseUrl)
const sql = postgres(databaseUrl, { max: 2 })
afterAll(() => sql.end())

async function run(input: string, ...args: string[]): Promise<string[]> {
  return await runOn(databaseUrl, input, ...args)
}
async function runOn(DATABASE_URL: string, input: string, ...args: string[]): Promise<string[]> {
  const output: string[] = []
  await runTokenRevoke(args, { DATABASE_URL }, { input: Readable.from([input]), say: (line) => void output.push(line) })
  return output
}

test('TOKEN-15 token:revoke revokes each token of a text, names its owner, records the reason, and notifies every instance', async () => {
  const account_id = randomUUID()
  const hash = createHash('sha256').update(KNOWN).digest('base64url')
  await sql`insert into accounts (account_id, email) values (${account_id}, 'ada@example.test')`
  await sql`insert into personal_access_tokens (account_id, name, token_hash, prefix, scopes, expires_at)
    values (${account_id}, 'Laptop', ${hash}, ${KNOWN.slice(0, 8)}, '{content:read}', now() + interval '1 day')`
  const notifications: string[] = []
  await sql.listen('token_revoked', (message) => void notifications.push(message))

  const text = `const token = "${KNOWN}" // ${KNOWN}\nother: ${UNKNOWN}, cut: ${KNOWN.slice(0, 30)}`
  const unknown = `${UNKNOWN.slice(0, 8)}… opens nothing: this academy does not know it.`
  expect(await run(text, '--reason', 'found in a public repository', '--by', 'grace')).toEqual([
    `${KNOWN.slice(0, 8)}… ("Laptop") of ada@example.test is revoked. Tell its owner.`,
    unknown,
  ])
  await expect.poll(() => notifications).toEqual([hash])
  expect(await sql`select revoked_at is not null as revoked from personal_access_tokens`).toEqual([{ revoked: true }])
  expect(await sql`select who, what, account_id, reason from audit_log`).toEqual([
    { who: 'grace', what: 'revoke_token', account_id, reason: 'found in a public repository' },
  ])
  expect(await run(KNOWN, '--reason', 'again')).toEqual([
    `${KNOWN.slice(0, 8)}… ("Laptop") of ada@example.test was revoked before. Tell its owner.`,
  ])
})

test('TOKEN-15 token:revoke refuses a text without a token, and requires a reason', async () => {
  await expect(run('nothing to see', '--reason', 'why')).rejects.toThrow('The text has no complete access token.')
  await expect(run(KNOWN)).rejects.toThrow('--reason is missing')
})

test('TOKEN-15 token:revoke explains a database that is down', async () => {
  await expect(runOn('postgres://me:secret@127.0.0.1:1/academy', KNOWN, '--reason', 'why')).rejects.toMatchObject({
    name: 'CommandError',
    message: 'No Postgres responds at 127.0.0.1:1. Is it the right address, and is it running?',
  })
})
