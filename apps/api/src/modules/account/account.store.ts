import type { ProfileInput } from '@academy/contract'
import { asciiEmail } from '@academy/contract/email-address'
import DataLoader from 'dataloader'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../database/open-database.ts'
import { rowsOf } from '../billing/facts/account-rows.ts'
import { accountRowsReader, factsReader, IS_REQUESTED, parseFacts, type RecordedFacts } from '../billing/facts/facts.store.ts'
import { queueSyncsOf } from '../billing/facts/failed-syncs.store.ts'
import { accounts, normalizeEmail, searchKeys } from './account.table.ts'

const { created_at: _createdAt, updated_at: _updatedAt, ...columns } = getTableColumns(accounts)

const ACCOUNTS = rowsOf(accounts, columns)

export type Account = Pick<typeof accounts.$inferSelect, keyof typeof columns>

/** The user id and the email address of a session; a personal access token knows no address. */
type Owner = { id: string; email: string | undefined }

/** The most accounts that one statement reads. */
const BATCH_SIZE = 100

/**
 * Returns a function that finds the account of a verified token, and the facts that decide its entitlements. Requests that arrive together
 * share one prepared statement. The first request of a new user, and one with a changed email address, take two more statements.
 */
export function accountFinder(db: Db): (owner: Owner) => Promise<{ account: Account; facts: RecordedFacts }> {
  const readRows = accountRowsReader(db, 'find_accounts', sql.placeholder('ids'), [ACCOUNTS.select(IS_REQUESTED)])
  const loader = new DataLoader(
    async (ids: readonly string[]) => {
      // Ids of verified tokens are UUIDs and need no quoting.
      const rows = await readRows({ ids: `{${ids.join(',')}}` })
      return ids.map((id) => rows.get(id) ?? [])
    },
    // Starts a batch after the requests that have arrived.
    { cache: false, maxBatchSize: BATCH_SIZE, batchScheduleFn: (start) => setImmediate(start) },
  )
  const readFactsOf = factsReader(db)

  return async (owner) => {
    const rows = await loader.load(owner.id)
    const [account] = ACCOUNTS.parse(rows)
    const isCurrent = owner.email === undefined || (account?.email === owner.email && account.confirmed_at !== null)
    if (account && isCurrent) return { account, facts: parseFacts(rows) }
    return { account: await saveAccount(db, owner, {}), facts: await readFactsOf(owner.id) }
  }
}

/**
 * Returns the accounts of an email address, in any case. There can be several: after a user changed the address, another user may sign up with
 * the old one.
 */
export async function accountsByEmail(db: Db, email: string): Promise<Account[]> {
  return await db
    .select(columns)
    .from(accounts)
    .where(eq(searchKeys(accounts).email, normalizeEmail(sql`${asciiEmail(email)}::text`)))
}

/** Loads an account by its id, which must be a uuid; undefined for an unknown account. */
export async function accountById(db: Db | Tx, account_id: string): Promise<Account | undefined> {
  const [account] = await db.select(columns).from(accounts).where(eq(accounts.account_id, account_id))
  return account
}

/**
 * Returns the email address of an account.
 * It is the confirmed one for every account that has a Stripe customer, because only signed-in users buy.
 */
export async function emailOf(tx: Db | Tx, account_id: string): Promise<string | null | undefined> {
  return (await accountById(tx, account_id))?.email
}

/**
 * Saves the confirmed email address and the profile, and creates the account if there is none. Queues a sync of the account's customers if the address
 * changed, in the same statement: Stripe must send invoices to the new one.
 */
export async function saveAccount(db: Db, { id, email }: Owner, profile: Partial<ProfileInput>): Promise<Account> {
  const hasNewEmail = sql`exists (select from ${accounts} where account_id = ${id} and email is distinct from ${email ?? null}::text)`
  const queued = db.$with('queued', {}).as(queueSyncsOf(id, hasNewEmail, 'The email address of the account changed.'))
  const [account] = await db
    .with(...(email === undefined ? [] : [queued]))
    .insert(accounts)
    .values({ account_id: id, email, ...profile, confirmed_at: sql`now()` })
    .onConflictDoUpdate({
      target: accounts.account_id,
      set: { email, ...profile, confirmed_at: sql`coalesce(${accounts.confirmed_at}, now())`, updated_at: sql`now()` },
    })
    .returning(columns)
  if (account === undefined) throw new Error('an upsert returned no row')
  return account
}

/**
 * Creates the account of a new user, if `genuine`. Runs the same statement in any case, so that its duration does not reveal known
 * addresses. Returns whether a row was created.
 */
export async function createAccount(db: Db, { id, email }: { id: string; email: string }, genuine: boolean): Promise<boolean> {
  const created = await db.execute(sql`
    insert into ${accounts} (account_id, email) select ${id}::uuid, ${email} where ${genuine}::boolean
    on conflict (account_id) do nothing returning account_id`)
  return created.length > 0
}
