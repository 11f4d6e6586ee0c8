/** Returns the name of a time zone if this server knows it, or null. */
export function knownTimeZone(name: string | undefined): string | null {
  if (name === undefined) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    // Thrown for unknown names. The browser may know newer ones.
    return null
  }
}
