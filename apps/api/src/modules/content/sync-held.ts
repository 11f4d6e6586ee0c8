import { createHash } from 'node:crypto'

/** Why a run does nothing until an admin confirms it. */
export type Hold = {
  /** A short word for machines and lists, e.g. `pages_lost`. */
  rule: string
  /** What the run found and what to do about it, in words that an author understands. */
  reason: string
  /** What exactly the run would do: a confirmation holds for this alone. */
  subject: string
}

/** Names what a confirmation is about: a run that finds anything else has to be confirmed again. */
export const confirmationKey = (holds: readonly Hold[]): string =>
  createHash('sha256')
    .update(
      holds
        .map(({ rule, subject }) => `${rule} ${subject}`)
        .toSorted()
        .join('\n'),
    )
    .digest('hex')
    .slice(0, 32)

/** Ends a run before it changes anything: learners keep what is published until an admin confirms. */
export class SyncHeld extends Error {
  override name = 'SyncHeld'
  readonly holds: readonly Hold[]

  constructor(holds: readonly Hold[]) {
    super(holds.map(({ reason }) => reason).join(' '))
    this.holds = holds
  }
}
