import type { Package } from './packages.ts'

/** A package that an operator gave to an account, with or without an end. */
export type Grant = {
  package: Package
  granted_at: Date
  /** When it ends; null: never. */
  expires_at: Date | null
  revoked_at: Date | null
}

/** `expired` and `revoked` name what ended it first. */
export type GrantState = 'active' | 'expired' | 'revoked'

/** Returns the state of a grant. Compares only its expiry with `now`: grants and revocations are in the past, even if clocks differ. */
export function grantState({ expires_at, revoked_at }: Grant, now: Date): GrantState {
  const isOver = expires_at !== null && !(now < expires_at)
  if (revoked_at === null) return isOver ? 'expired' : 'active'
  return isOver && expires_at <= revoked_at ? 'expired' : 'revoked'
}
