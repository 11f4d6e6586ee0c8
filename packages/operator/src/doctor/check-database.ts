import type { Config } from '@academy/api/config'
import { databaseState, type ForeignFact, StandbyDatabase, UnusableDatabase } from '@academy/api/database-state'
import { describeError, type Finding, note, ok, problem } from './finding.ts'

const WHAT = 'Database'

/** The maximum number of listed objects of another Stripe account. */
const LISTED = 20

function foreignFinding({ kind, id, account_id, stripe_account, livemode }: ForeignFact): Finding {
  const mode = livemode === null ? 'an unknown mode' : livemode ? 'live mode' : 'test mode'
  const message = `of ${mode} of ${stripe_account ?? 'an unknown account'} opens nothing for the account ${account_id}`
  return note(kind === 'purchase' ? 'Other purchase' : 'Other subscription', `${id} ${message}`)
}

const OWNER =
  "DATABASE_URL signs in as the owner of the tables. Give the API a role of its own (OPERATIONS.md, 'The roles of the database'), and set DATABASE_OWNER_URL."
const MIGRATE =
  'Migrate it: docker compose up -d --wait, or without Docker npx -y pnpm@10 exec node --env-file-if-exists=.env apps/api/src/migrate.ts'
const NO_LIMIT =
  'statements through DATABASE_URL have no time limit. Set one for its role: alter role <role> in database <database> set statement_timeout to 10000.'
const READ_ONLY =
  'is read-only, by its setting default_transaction_read_only. Hosted databases set it while the disk is nearly full: make room, or enlarge the disk. Then set it to off.'
const DISK_FULL = 'has a full disk. Make room, or enlarge the disk: Postgres stops when it cannot write its log.'

/** Checks that the database is reachable and migrated to this build, and lists what needs the operator's decision. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  try {
    const { missing, payments, ownsTables, isReadOnly, isDiskFull, hasStatementLimit } = await databaseState(config)
    if (isDiskFull) return [problem(WHAT, DISK_FULL, 'nothing can be saved or bought')]
    if (!payments) {
      const message = `lacks ${missing.join(', ')}. ${MIGRATE}`
      return [problem(WHAT, message, 'the API fails at whatever needs the missing tables')]
    }
    const { unappliedEvents, checkoutsWithProblems, foreign } = payments
    const findings = [isReadOnly ? problem(WHAT, READ_ONLY, 'nothing can be saved or bought') : ok(WHAT, 'answers, and is up to date')]
    if (ownsTables) findings.push(note(WHAT, OWNER))
    if (!hasStatementLimit) findings.push(note(WHAT, NO_LIMIT))
    const [newest] = unappliedEvents
    if (newest)
      findings.push(
        problem(
          'Events of Stripe',
          `${unappliedEvents.length} could not be applied; the newest is ${newest.id} (${newest.type}): ${newest.error ?? 'not tried yet'}`,
          'what these customers paid, or gave back, may not show',
        ),
      )
    for (const { session_id, problem } of checkoutsWithProblems) findings.push(note(`Checkout ${session_id}`, problem ?? ''))
    findings.push(...foreign.slice(0, LISTED).map(foreignFinding))
    if (foreign.length > LISTED)
      findings.push(
        note('Other Stripe account', `${foreign.length - LISTED} more purchases and subscriptions are of another account or mode`),
      )
    return findings
  } catch (error) {
    if (error instanceof StandbyDatabase) return [problem(WHAT, error.message, 'the API is not ready')]
    if (error instanceof UnusableDatabase) return [problem(WHAT, error.message, 'the API does not start')]
    return [problem(WHAT, `cannot be reached: ${describeError(error)}`, 'nothing works')]
  }
}
