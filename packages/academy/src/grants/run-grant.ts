import { openGrantDesk } from '@academy/api/manage-grants'
import { PACKAGE_NAMES, PACKAGE_UNLOCKS } from '@academy/catalog'
import { Problem } from '../local/problem.ts'
import type { GrantCommand } from './grant-settings.ts'

const UNREACHABLE = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ECONNRESET|CONNECT_TIMEOUT|CONNECTION_CLOSED|57P03)$/
/** No such table, column or function. */
const OTHER_SCHEMA = /^(42P01|42703|42883)$/
/** Wrong user, wrong password, no such database. */
const NOT_LET_IN = /^(28000|28P01|3D000)$/

/** What a failure means to the person at the keyboard; undefined for failures that are ours. */
function explain(error: unknown, databaseUrl: string): Problem | undefined {
  const { host, pathname } = new URL(databaseUrl)
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    if (UNREACHABLE.test(code)) return new Problem(`No Postgres answers at ${host}. Is it the right address, and is it running?`)
    if (NOT_LET_IN.test(code)) return new Problem(`Postgres at ${host} refuses: ${cause.message}.`)
    if (OTHER_SCHEMA.test(code)) {
      return new Problem(
        `The database ${pathname.slice(1)} at ${host} is not one of the academy, or not migrated to this version (see README).`,
      )
    }
  }
  return undefined
}

/** Gives a package or takes it back, and says what that means. Throws a Problem when it cannot be done. */
export async function runGrant(command: GrantCommand, say: (line: string) => void): Promise<void> {
  const { act, databaseUrl, person, ...order } = command
  const desk = openGrantDesk(databaseUrl)
  try {
    const outcome = act === 'grant' ? await desk.grant(person, order) : await desk.revoke(person, order)
    if (!outcome.done) throw new Problem(outcome.message)
    const { account, grant } = outcome
    const unlocks = PACKAGE_UNLOCKS[grant.package].join(', ')
    const until = grant.expires_at ? ` until ${grant.expires_at.toISOString().slice(0, 16).replace('T', ' ')} UTC` : ', without an end'
    say(
      act === 'grant'
        ? `${account.email ?? account.account_id} holds ${PACKAGE_NAMES[grant.package]} now${until}. It unlocks: ${unlocks}.`
        : `${account.email ?? account.account_id} holds ${PACKAGE_NAMES[grant.package]} by grant no more. It unlocked: ${unlocks}.`,
    )
  } catch (error) {
    throw explain(error, databaseUrl) ?? error
  } finally {
    await desk.close()
  }
}
