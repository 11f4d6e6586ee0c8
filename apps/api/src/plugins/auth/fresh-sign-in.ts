import type { User } from './token-verifier.ts'

/** The maximum age, in milliseconds, of a sign-in that proves that the user owns the account. */
const FRESH_MS = 10 * 60_000

/** Returns whether the session began with a sign-in within the last ten minutes, so that an unlocked computer or a stolen token is not enough. */
export const isFreshSignIn = ({ signedInAt }: User): boolean => Date.now() - signedInAt <= FRESH_MS
