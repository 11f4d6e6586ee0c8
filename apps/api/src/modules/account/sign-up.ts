const MAX_SIGN_UP_AGE_MS = 24 * 60 * 60 * 1000

/** Returns whether a sign-up is genuine: the provider has known the user for at most a day, under this address (D-14). */
export function isGenuineSignUp(providerUser: { email: string; createdAt: Date } | undefined, email: string, now: Date): boolean {
  if (providerUser === undefined) return false
  return providerUser.email.toLowerCase() === email.toLowerCase() && now.getTime() - providerUser.createdAt.getTime() <= MAX_SIGN_UP_AGE_MS
}
