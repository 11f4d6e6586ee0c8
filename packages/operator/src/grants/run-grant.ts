import { openGrantManager } from '@academy/api/manage-grants'
import { PACKAGE_NAMES, PACKAGE_UNLOCKS } from '@academy/catalog'
import { CommandError } from '../command-error.ts'
import type { GrantCommand } from './grant-settings.ts'

const UNREACHABLE = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ECONNRESET|CONNECT_TIMEOUT|CONNECTION_CLOSED|57P03)$/
/** Postgres' codes for a missing table, column or function. */
const OTHER_SCHEMA = /^(42P01|42703|42883)$/
/** Postgres' codes for a wrong user, a wrong password or a missing database. */
const ACCESS_DENIED = /^(28000|28P01|3D000)$/

/** Explains a failure to the operator; undefined for bugs of the command. */
function explain(error: unknown, databaseUrl: string): CommandError | undefined {
  const { host, pathname } = new URL(databaseUrl)
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    if (UNREACHABLE.test(code)) return new CommandError(`No Postgres responds at ${host}. Is it the right address, and is it running?`)
    if (ACCESS_DENIED.test(code)) return new CommandError(`Postgres at ${host} refuses: ${cause.message}.`)
    if (OTHER_SCHEMA.test(code)) {
      return new CommandError(
        `The database ${pathname.slice(1)} at ${host} is not a database of the academy, or is not migrated to this version (see README).`,
      )
    }
  }
  return undefined
}

/** Grants or revokes a package and prints the effect. Throws a CommandError if that is impossible. */
export async function runGrant(command: GrantCommand, say: (line: string) => void): Promise<void> {
  const { action, databaseUrl, emailOrId, ...order } = command
  const manager = openGrantManager(databaseUrl)
  try {
    if (action === 'revoke') {
      const outcome = await manager.revoke(emailOrId, order)
      if (!outcome.done) throw new CommandError(outcome.message)
      const { account, grant, purchases, studios } = outcome
      const sources = [
        grant ? 'by grant' : [],
        purchases.length > 0 ? 'by a purchase that cost nothing' : [],
        studios.length > 0 ? 'by a subscription that cost nothing' : [],
      ]
        .flat()
        .join(' or ')
      const unlocked = PACKAGE_UNLOCKS[outcome.package].join(', ')
      say(
        `${account.email ?? account.account_id} no longer holds ${PACKAGE_NAMES[outcome.package]} ${sources}. The package unlocked: ${unlocked}.`,
      )
      if (purchases.some(({ subscription_id }) => subscription_id !== null))
        say('The running API cancels the Studio of the bundle when it next compares with Stripe (RECONCILE_SECONDS).')
      if (studios.length > 0) say('The running API cancels the subscription when it next compares with Stripe (RECONCILE_SECONDS).')
      return
    }
    const outcome = await manager.grant(emailOrId, order)
    if (!outcome.done) throw new CommandError(outcome.message)
    const { account, grant } = outcome
    const unlocks = PACKAGE_UNLOCKS[grant.package].join(', ')
    const until = grant.expires_at ? ` until ${grant.expires_at.toISOString().slice(0, 16).replace('T', ' ')} UTC` : ', without an end'
    say(`${account.email ?? account.account_id} holds ${PACKAGE_NAMES[grant.package]} now${until}. It unlocks: ${unlocks}.`)
  } catch (error) {
    throw explain(error, databaseUrl) ?? error
  } finally {
    await manager.close()
  }
}
