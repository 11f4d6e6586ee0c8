import { randomUUID } from 'node:crypto'
import { foldText } from '@academy/contract/fold-text'
import { FOLDED_PAIRS } from '@academy/contract/testing/folded-pairs'
import { expect, test } from 'vitest'
import type { Sql } from '../../database/open-database.ts'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { recordFacts } from '../../testing/record-facts.ts'
import { accountsByEmail } from './account.store.ts'
import { accounts } from './account.table.ts'
import type { Position } from './cursor.ts'
import { searchAccounts } from './search-accounts.store.ts'

const { app } = await buildTestApp()

type NewAccount = { email?: string | null; first_name?: string | null; last_name?: string | null; created_at?: Date }
async function insertAccounts(...newAccounts: NewAccount[]): Promise<string[]> {
  const rows = newAccounts.map((account) => ({ account_id: randomUUID(), ...account }))
  await app.db.insert(accounts).values(rows)
  return rows.map(({ account_id }) => account_id)
}

/** Loads all pages of a search. */
async function search(text: string): Promise<{ ids: string[]; pages: number }> {
  const ids: string[] = []
  let after: Position | undefined
  for (let pages = 1; ; pages += 1) {
    const page = await searchAccounts(app.db, text, after)
    ids.push(...page.accounts.map(({ account_id }) => account_id))
    if (page.next === null) return { ids, pages }
    after = page.next
  }
}
const word = () => `w${randomUUID().slice(0, 8)}`

test('finds accounts by the prefix of email, full name or last name, in any case and script', async () => {
  const name = word()
  const [ada] = await insertAccounts({ email: `${name}@Example.test`, first_name: 'Ada', last_name: `Öz${name}` })
  for (const text of [name, name.toUpperCase(), `${name}@example`, `ada öz${name}`, `ÖZ${name}`])
    expect([text, (await search(text)).ids]).toEqual([text, [ada]])
  for (const text of [`x${name}`, `z${name}`, `${name}_`, `${name}%`, `da öz${name}`])
    expect([text, (await search(text)).ids]).toEqual([text, []])
})

const prefixPairs = FOLDED_PAIRS.filter(([query, text]) => foldText(text).startsWith(foldText(query)))

test.each(prefixPairs)('LEARN-62 “%s” finds the name “%s”', async (query, text) => {
  const name = word()
  const [ada] = await insertAccounts({ email: null, first_name: name, last_name: text })
  expect((await search(`${name} ${query}`)).ids).toEqual([ada])
})

/** Letters that the Unicode versions of older Postgres servers lack. */
const NEW_LETTERS = /[\u1c89\u1c8a\ua7c0-\ua7ff]/

test('folds names as every other search does', async () => {
  const characters = Array.from({ length: 0xffff }, (_, index) => String.fromCharCode(index + 1)).filter(
    (character) => !/[\p{Surrogate}\p{Unassigned}]/u.test(character) && !NEW_LETTERS.test(character),
  )
  const rows = await app.sql<{ character: string; folded: string }[]>`
    select character, fold_text('a' || character || 'b') as folded from unnest(${characters}::text[]) character`
  expect(rows.length).toBeGreaterThan(60_000)
  expect(rows.filter(({ character, folded }) => folded !== foldText(`a${character}b`))).toEqual([])
})

test('SIGNIN-12 finds an account by both spellings of its address', async () => {
  const name = word()
  const [ada] = await insertAccounts({ email: `${name}@xn--e1afmkfd.xn--p1ai` })
  for (const text of [`${name}@пример.рф`, `${name}@xn--e1afmkfd.xn--p1ai`]) {
    expect((await search(text)).ids).toEqual([ada])
    expect((await accountsByEmail(app.db, text)).map(({ account_id }) => account_id)).toEqual([ada])
  }
})

test('finds accounts by account id and by an id at Stripe', async () => {
  const [ada, eve] = await insertAccounts({ email: 'a@example.test' }, { email: 'e@example.test' })
  const facts = recordFacts(app.db, ada ?? '')
  const payment = { payment_intent_id: 'pi_1', charge_id: 'ch_1' }
  await facts.customer(false)
  const ids = [facts.customer_id, await facts.checkout('open'), await facts.purchase(payment), 'pi_1', 'ch_1', await facts.subscription()]
  for (const text of [ada ?? '', (ada ?? '').toUpperCase(), ...ids]) expect((await search(text)).ids).toEqual([ada])
  expect((await search(eve ?? '')).ids).toEqual([eve])
  for (const text of [randomUUID(), 'cus_nobody', 'sub_']) expect((await search(text)).ids).toEqual([])
})

test('an account that matches in several ways is listed once, also across pages', async () => {
  const name = word()
  const ids = await insertAccounts(
    ...Array.from({ length: 70 }, (_, index) => ({
      email: `${name}${index}@example.test`,
      first_name: name,
      last_name: `${name} ${index}`,
    })),
    ...Array.from({ length: 30 }, () => ({ email: `${name}@same.test`, first_name: null, last_name: name })),
  )
  const { ids: listed, pages } = await search(name)
  expect(listed.toSorted()).toEqual(ids.toSorted())
  expect(pages).toBeGreaterThan(1)
})

test('lists all accounts without a text, newest first, also those of the same microsecond', async () => {
  const created_at = new Date(Date.now() + 86_400_000)
  const same = await insertAccounts(...Array.from({ length: 60 }, () => ({ email: null, created_at })))
  const [newest] = await insertAccounts({ created_at: new Date(created_at.getTime() + 1) })
  const { ids } = await search('')
  expect(ids[0]).toBe(newest)
  expect(ids.slice(1, 61)).toEqual(same.toSorted().toReversed())
  const [{ count } = { count: 0 }] = await app.sql`select count(*)::int from accounts`
  expect(new Set(ids).size).toBe(count)
  expect(ids).toHaveLength(count)
})

test('performance: a page reads no more accounts than it shows from each index', async () => {
  const { app: traced, logs } = await buildTestApp({ env: { LOG_LEVEL: 'trace' } })
  await traced.sql`insert into accounts (account_id, email, first_name, last_name)
    select gen_random_uuid(), 'ada' || n || '@example.test', 'Ada', 'Adams ' || n from generate_series(1, 5000) n`
  await traced.sql`analyze accounts`
  const pages: [string, Position | undefined][] = [
    ['a', undefined],
    ['ada', ['ada adams 5', randomUUID()]],
    ['', undefined],
    ['', [new Date().toISOString(), randomUUID()]],
  ]
  for (const [text, after] of pages) await searchAccounts(traced.db, text, after)
  const statements = logs
    .map((line) => JSON.parse(line).statement ?? '')
    .filter((statement) => /^select .* from "accounts"/.test(statement))
  expect(statements).toHaveLength(8)
  for (const statement of statements) {
    const plan = JSON.stringify(await genericPlan(traced.sql, statement))
    expect(plan).toMatch(/Limit .*Index Scan (Backward )?using accounts_(email|folded_full_name|folded_last_name|newest)/)
    expect(plan).not.toMatch(/Seq Scan|Sort|Bitmap/)
  }
})

/** Returns the generic plan of a statement. Does not use EXPLAIN (GENERIC_PLAN), which Postgres 15 lacks. */
async function genericPlan(pool: Sql, statement: string): Promise<unknown> {
  const parameters = new Set(statement.match(/\$\d+/g))
  return await pool.begin(async (sql) => {
    await sql`set local plan_cache_mode = force_generic_plan`
    await sql.unsafe(`prepare looked_at as ${statement}`)
    const plan = await sql.unsafe(`explain execute looked_at (${[...parameters].map(() => 'null').join()})`)
    await sql`deallocate looked_at`
    return plan
  })
}
