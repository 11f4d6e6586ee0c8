import { asciiEmail } from '@academy/contract/email-address'
import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm'
import { isUuid } from '../../database/is-uuid.ts'
import type { Db } from '../../database/open-database.ts'
import { accountOfStripeId } from '../billing/facts/payments.store.ts'
import { accounts, foldName, normalizeEmail, searchKeys } from './account.table.ts'
import type { Position } from './cursor.ts'

const { account_id, email, first_name, last_name, created_at } = accounts
const columns = { account_id, email, first_name, last_name, created_at }

type FoundAccount = Pick<typeof accounts.$inferSelect, keyof typeof columns>

export type AccountPage = { accounts: FoundAccount[]; next: Position | null }

/** A row with the key that sorts it. */
type Keyed = { key: string; account_id: string }

const PAGE_SIZE = 50

/** With microseconds, as Postgres stores them, so that accounts created in the same millisecond keep their order across pages. */
const ISO_TIME = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'

/** The last code point: a prefix followed by it sorts after every other text with this prefix. */
const LAST_CHARACTER = '\u{10ffff}'

const isStripeId = (text: string): boolean => /^(cus|cs|sub|pi|ch|py|in)_\w+$/.test(text)

/**
 * Finds accounts by the prefix of email, full name or last name, by account id, or by an id at Stripe. Without a text, lists all accounts,
 * newest first. Reads at most one page from each index, whatever the number of accounts.
 */
export async function searchAccounts(db: Db, text: string, after: Position | undefined): Promise<AccountPage> {
  if (text === '') return await listNewest(db, after)
  if (isUuid(text)) return { accounts: await findById(db, text), next: null }
  const owner = isStripeId(text) ? await accountOfStripeId(db, text) : undefined
  return owner === undefined ? await findByPrefix(db, text, after) : { accounts: await findById(db, owner), next: null }
}

const findById = async (db: Db, id: string): Promise<FoundAccount[]> =>
  await db.select(columns).from(accounts).where(eq(accounts.account_id, id))

async function listNewest(db: Db, after: Position | undefined): Promise<AccountPage> {
  const older = after && sql`(${accounts.created_at}, ${accounts.account_id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
  const rows = await db
    .select({ ...columns, key: sql<string>`to_char(${accounts.created_at} at time zone 'UTC', ${ISO_TIME})` })
    .from(accounts)
    .where(older)
    .orderBy(desc(accounts.created_at), desc(accounts.account_id))
    .limit(PAGE_SIZE + 1)
  return pageOf(rows)
}

/** Returns a page of rows. One extra row means that there is a next page. */
function pageOf<Row extends FoundAccount & Keyed>(rows: Row[], isShown: (row: Row) => boolean = () => true): AccountPage {
  const page = rows.slice(0, PAGE_SIZE)
  const last = page.at(-1)
  return {
    accounts: page.filter(isShown),
    next: last && rows.length > PAGE_SIZE ? [last.key, last.account_id] : null,
  }
}

/**
 * Merges three index scans by their matching key. An account that matches several keys is listed at its first key only, so a page can be
 * shorter.
 */
async function findByPrefix(db: Db, text: string, after: Position | undefined): Promise<AccountPage> {
  const keys = searchKeys(accounts)
  const name = foldName(sql`${text}::text`)
  const searches = [
    { key: keys.email, from: normalizeEmail(sql`${asciiEmail(text)}::text`) },
    { key: keys.full_name, from: name },
    { key: keys.last_name, from: name },
  ].map(({ key, from }) => ({ key, matches: and(gte(key, from), lt(key, sql`${from} || ${LAST_CHARACTER}`)) }))
  const matching = searches.map(({ key, matches }) => sql`case when ${matches} then ${key} end`)
  const first_key = sql<string>`least(${sql.join(matching, sql`, `)})`

  const scan = ({ key, matches }: (typeof searches)[number]) =>
    db
      .select({ ...columns, key: sql<string>`${key}`.as('key'), first_key: first_key.as('first_key') })
      .from(accounts)
      .where(and(matches, after && sql`(${key}, ${accounts.account_id}) > (${after[0]}::text, ${after[1]}::uuid)`))
      .orderBy(asc(key), asc(accounts.account_id))
      .limit(PAGE_SIZE + 1)

  const scans = await Promise.all(searches.map(scan))
  const rows = scans
    .flat()
    .toSorted(compareKeys)
    .slice(0, PAGE_SIZE + 1)
  const seen = new Set<string>()
  return pageOf(rows, (row) => {
    const isFirst = row.first_key === row.key && !seen.has(row.account_id)
    seen.add(row.account_id)
    return isFirst
  })
}

/** Compares by code points, as the indexes do; JavaScript compares UTF-16 units. */
const compareKeys = (a: Keyed, b: Keyed): number =>
  Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)) || Buffer.compare(Buffer.from(a.account_id), Buffer.from(b.account_id))
