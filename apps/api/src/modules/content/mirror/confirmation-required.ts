import { hash } from 'node:crypto'

/** Why a run has to wait until an admin confirms it. */
export type ConfirmationReason = {
  /** A code, e.g. `pages_lost`. */
  rule: string
  /** The finding and the advice, for authors. */
  reason: string
  /** The exact change that the confirmation allows. */
  subject: string
}

/** Returns the key of a confirmation. A run with other reasons has another key and needs a new confirmation. */
export const confirmationKey = (reasons: readonly ConfirmationReason[]): string =>
  hash(
    'sha256',
    reasons
      .map(({ rule, subject }) => `${rule} ${subject}`)
      .toSorted()
      .join('\n'),
  ).slice(0, 32)

/** Ends a run before it changes anything: learners keep what is published until an admin confirms. */
export class ConfirmationRequired extends Error {
  override name = 'ConfirmationRequired'
  readonly reasons: readonly ConfirmationReason[]

  constructor(reasons: readonly ConfirmationReason[]) {
    super(reasons.map(({ reason }) => reason).join(' '))
    this.reasons = reasons
  }
}
