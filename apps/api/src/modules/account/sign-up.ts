const FRESH_MS = 24 * 60 * 60 * 1000

/** Whether a claimed sign-up is one: the provider knows the user, under this address, and only since a day (D-14). */
export function isGenuineSignUp(known: { email: string; createdAt: Date } | undefined, email: string, now: Date): boolean {
  if (known === undefined) return false
  return known.email.toLowerCase() === email.toLowerCase() && now.getTime() - known.createdAt.getTime() <= FRESH_MS
}
