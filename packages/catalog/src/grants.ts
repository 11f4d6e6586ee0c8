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
 * Returns the state of a grant. Only its expiry is compared with `now`: granting and revoking lie in the past by the time they are read,
 * even when clocks differ.
 */
export function grantState({ expires_at, revoked_at }: Grant, now: Date): GrantState {
  const isOver = expires_at !== null && !(now < expires_at)
  if (revoked_at === null) return isOver ? 'expired' : 'active'
  return isOver && expires_at <= revoked_at ? 'expired' : 'revoked'
}
