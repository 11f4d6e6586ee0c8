import type { ProfileInput } from '@academy/contract'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../plugins/database.ts'
import { type FactsJson, factsOf, type RecordedFacts, readFacts } from '../billing/facts.store.ts'
import { accounts, searched, searchKeys } from './account.table.ts'
import { readTogether } from './read-together.ts'

const columns = {
  account_id: accounts.account_id,
  email: accounts.email,
  first_name: accounts.first_name,
  last_name: accounts.last_name,
  job_title: accounts.job_title,
  deal: accounts.deal,
  hide_bundle_deal: accounts.hide_bundle_deal,
}

export type Account = Pick<typeof accounts.$inferSelect, keyof typeof columns>

const withFacts = (db: Db) => ({ ...columns, facts: factsOf(db, accounts.account_id) })

/** The account as the provider names it: whose it is, and at which address. */
type Owner = { id: string; email: string }

/**
 * Finds the account of a verified token, and the facts that decide what it may open, in one prepared statement, for as long
 * as the process lives, together with all others that are asked for at the moment. The first call of somebody new, or with a changed e-mail address, takes a second one; however many
 * come at once, they make one row.
 */
export function accountFinder(db: Db): (owner: Owner) => Promise<{ account: Account; facts: RecordedFacts }> {
  const select = () => db.select(withFacts(db)).from(accounts)
  const findOne = select()
    .where(eq(accounts.account_id, sql.placeholder('id')))
    .prepare('find_account')
  const findSome = select()
    .where(sql`${accounts.account_id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('find_accounts')
  const find = readTogether(
    // Ids of verified tokens are UUIDs: nothing in them needs quoting.
    ([id, ...others]) => (others.length === 0 ? findOne.execute({ id }) : findSome.execute({ ids: `{${[id, ...others].join(',')}}` })),
    ({ account_id }) => account_id,
  )

  return async (owner) => {
    const found = await find(owner.id)
    const { facts, ...account } = found?.email === owner.email ? found : await writeAccount(db, owner, {})
    return { account, facts: readFacts(facts) }
  }
}

/** Accounts at an address, in any case. More than one, if somebody gave up an address and somebody else signed up with it. */
export async function accountsAt(db: Db, email: string): Promise<Account[]> {
  return await db
    .select(columns)
    .from(accounts)
    .where(eq(searchKeys(accounts).email, searched(sql`${email}::text`)))
}

/** The account with this id, which must be a uuid: the database refuses any other text. Undefined for somebody unknown. */
export async function accountById(db: Db, account_id: string): Promise<Account | undefined> {
  const [account] = await db.select(columns).from(accounts).where(eq(accounts.account_id, account_id))
  return account
}

/** Changes the profile; makes the account first if there is none yet. */
export async function saveProfile(db: Db, owner: Owner, profile: ProfileInput): Promise<void> {
  await writeAccount(db, owner, profile)
}

async function writeAccount(db: Db, { id, email }: Owner, profile: Partial<ProfileInput>): Promise<Account & { facts: FactsJson }> {
  const [account] = await db
    .insert(accounts)
    .values({ account_id: id, email, ...profile })
    .onConflictDoUpdate({ target: accounts.account_id, set: { email, ...profile, updated_at: sql`now()` } })
    .returning(withFacts(db))
  if (account === undefined) throw new Error('an upsert returned no row')
  return account
}

/**
 * Makes the account of a new user, if `genuine`. Asks the database the same question in any case, so that the time it
 * takes tells nobody whether an address is known. @returns whether a row was made.
 */
export async function createAccount(db: Db, { id, email }: Owner, genuine: boolean): Promise<boolean> {
  const made = await db.execute(sql`
    insert into ${accounts} (account_id, email) select ${id}::uuid, ${email} where ${genuine}::boolean
    on conflict (account_id) do nothing returning account_id`)
  return made.length > 0
}
