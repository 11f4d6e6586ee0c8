import { databaseState } from '@academy/api/database-state'
import { type Finding, good, note, wordsOf, wrong } from './finding.ts'

const WHAT = 'Database'

/** Whether the database answers, is that of this build, and holds something that somebody must look at. */
export async function checkDatabase(databaseUrl: string): Promise<Finding[]> {
  try {
    const { missing, payments } = await databaseState(databaseUrl)
    if (!payments) {
      const says = `lacks ${missing.join(', ')}. Migrate it: npx -y pnpm@10 --filter @academy/api exec node src/migrate.ts`
      return [wrong(WHAT, says, 'the API fails at whatever needs the missing tables')]
    }
    const { unapplied, troubled } = payments
    const findings = [good(WHAT, 'answers, and is up to date')]
    const [newest] = unapplied
    if (newest)
      findings.push(
        wrong(
          'Events of Stripe',
          `${unapplied.length} could not be applied; the newest is ${newest.id} (${newest.type}): ${newest.error ?? 'not tried yet'}`,
          'what these customers paid, or gave back, may not show',
        ),
      )
    for (const { session_id, problem } of troubled) findings.push(note(`Checkout ${session_id}`, problem ?? ''))
    return findings
  } catch (error) {
    return [wrong(WHAT, `cannot be reached: ${wordsOf(error)}`, 'nothing works')]
  }
}
