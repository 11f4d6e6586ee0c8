import { isUuid } from '../database/is-uuid.ts'
import type { Db } from '../database/open-database.ts'
import { type Account, accountById, accountsByEmail } from '../modules/account/account.store.ts'

export type AccountLookupError = { done: false; code: 'unknown_account' | 'ambiguous_account'; message: string }

/** Finds an account by email address (in any case) or account id. Returns a refusal with advice if there is none, or more than one. */
export async function findAccount(db: Db, text: string): Promise<Account | AccountLookupError> {
  const name = text.trim()
  const account = isUuid(name) ? await accountById(db, name) : undefined
  if (account) return account
  const [match, ...others] = await accountsByEmail(db, name)
  if (!match) return { done: false, code: 'unknown_account', message: `No account has the email address or id "${name}".` }
  if (others.length === 0) return match
  const ids = [match, ...others].map(({ account_id }) => account_id).join('\n  ')
  const message = `More than one account has the email address "${name}". Use one of these ids:\n  ${ids}`
  return { done: false, code: 'ambiguous_account', message }
}
