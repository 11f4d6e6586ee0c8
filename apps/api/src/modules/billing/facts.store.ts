import { type AccountFacts, isPackage } from '@academy/catalog'
import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '../../plugins/database.ts'
import { grants } from './grants.table.ts'

/** What is recorded of an account; who is admin says its token, and what time it is, the clock. */
export type RecordedFacts = Omit<AccountFacts, 'isAdmin' | 'now'>

/** As Postgres tells them: dates are texts, and a package may be one that this build does not know. */
export type FactsJson = { grants: { package: string; granted_at: string; expires_at: string | null; revoked_at: string | null }[] }

/**
 * All facts about an account as one JSON value: to be selected by whoever has the account at hand anyway, so that knowing what it may
 * open costs no statement of its own. `accountId` is a column of that query, or a placeholder.
 */
export function factsOf(db: Db, accountId: SQLWrapper | Placeholder): SQL<FactsJson> {
  const { package: name, granted_at, expires_at, revoked_at } = grants
  const granted = sql`json_build_object('package', ${name}, 'granted_at', ${granted_at}, 'expires_at', ${expires_at}, 'revoked_at', ${revoked_at})`
  const ofAccount = db
    .select({ all: sql`coalesce(json_agg(${granted}), '[]')` })
    .from(grants)
    .where(sql`${grants.account_id} = ${accountId}`)
  return sql<FactsJson>`json_build_object('grants', ${ofAccount})`
}

const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** The facts out of what `factsOf` selected. A package that this build does not know (any more, or yet) opens nothing in it. */
export const readFacts = (json: FactsJson): RecordedFacts => ({
  grants: json.grants.flatMap(({ package: name, granted_at, expires_at, revoked_at }) =>
    isPackage(name)
      ? [{ package: name, granted_at: new Date(granted_at), expires_at: momentOf(expires_at), revoked_at: momentOf(revoked_at) }]
      : [],
  ),
  purchases: [],
  subscriptions: [],
})

/** Reads the facts of one account, in one prepared statement. */
export function factsReader(db: Db): (accountId: string) => Promise<RecordedFacts> {
  const read = db
    .select({ facts: factsOf(db, sql.placeholder('id')) })
    .from(sql`(values (1)) as one`)
    .prepare('account_facts')
  return async (accountId) => {
    const [found] = await read.execute({ id: accountId })
    if (found === undefined) throw new Error('a select of one row returned none')
    return readFacts(found.facts)
  }
}
