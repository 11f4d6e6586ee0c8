import type { Package } from './packages.ts'

/** A package that an operator gave to an account, with or without an end. */
export type Grant = {
  package: Package
  granted_at: Date
  /** The first moment at which it holds no more; null: it has no end. */
  expires_at: Date | null
  revoked_at: Date | null
}

/** `expired` and `revoked` name what ended it first. */
export type GrantState = 'active' | 'expired' | 'revoked'

/**
 * What became of a grant. Only its expiry is compared with `now`: that it was given or taken back has happened by the time anybody reads
 * of it, whatever the clock of the reader says.
 */
export function grantState({ expires_at, revoked_at }: Grant, now: Date): GrantState {
  const isOver = expires_at !== null && !(now < expires_at)
  if (revoked_at === null) return isOver ? 'expired' : 'active'
  return isOver && expires_at <= revoked_at ? 'expired' : 'revoked'
}
