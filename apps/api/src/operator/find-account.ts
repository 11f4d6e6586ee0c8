import type { Db } from '../database/open-database.ts'
import { type Account, accountById, accountsByEmail } from '../modules/account/account.store.ts'

export type AccountNotFound = { done: false; code: 'unknown_account' | 'ambiguous_account'; message: string }

const isAccountId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** Finds an account by email address (in any case) or account id. Returns a refusal with advice if there is none, or more than one. */
export async function findAccount(db: Db, text: string): Promise<Account | AccountNotFound> {
  const name = text.trim()
  const account = isAccountId(name) ? await accountById(db, name) : undefined
  const [found, ...others] = account ? [account] : await accountsByEmail(db, name)
  if (!found) {
    return {
      done: false,
      code: 'unknown_account',
      message: `There is no account "${name}": no account has this address or id.`,
    }
  }
  if (others.length > 0) {
    const ids = [found, ...others].map(({ account_id }) => account_id).join('\n  ')
    const message = `More than one account has the address "${name}". Use the id of the right one:\n  ${ids}`
    return { done: false, code: 'ambiguous_account', message }
  }
  return found
}
