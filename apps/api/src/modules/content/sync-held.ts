import { createHash } from 'node:crypto'

/** A reason to hold a run until an admin confirms it. */
export type Hold = {
  /** A code, e.g. `pages_lost`. */
  rule: string
  /** The finding and the advice, for authors. */
  reason: string
  /** The exact changes that the confirmation allows. */
  subject: string
}

/** Returns the key of a confirmation. A run with other findings has another key and needs a new confirmation. */
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
