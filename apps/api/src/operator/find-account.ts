import type { Db } from '../database/open-database.ts'
import { type Account, accountById, accountsAt } from '../modules/account/account.store.ts'

export type NotFound = { done: false; code: 'unknown_person' | 'ambiguous_person'; message: string }

const isAccountId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** Whom an operator means, by e-mail address (in any case) or by account id; a refusal says in words what to do. */
export async function findPerson(db: Db, name: string): Promise<Account | NotFound> {
  const person = name.trim()
  const account = isAccountId(person) ? await accountById(db, person) : undefined
  const [found, ...others] = account ? [account] : await accountsAt(db, person)
  if (!found) {
    return {
      done: false,
      code: 'unknown_person',
      message: `There is no account "${person}": no account has this address or id.`,
    }
  }
  if (others.length > 0) {
    const ids = [found, ...others].map(({ account_id }) => account_id).join('\n  ')
    const message = `More than one account has the address "${person}". Name the right one by its id:\n  ${ids}`
    return { done: false, code: 'ambiguous_person', message }
  }
  return found
}
