/** The local hours in which mails may leave: from 9:00 to 19:59. */
const FIRST_HOUR = 9
const LAST_HOUR = 19

const HOUR_MS = 3_600_000

const hourFormats = new Map<string, Intl.DateTimeFormat>()

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

/** Returns the hour and the day of the month in a time zone; in UTC, like all dates that the academy writes, without one. */
export function localTime(at: Date, timeZone: string | null): { hour: number; day: number } {
  const zone = timeZone ?? 'UTC'
  const format =
    hourFormats.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone, day: 'numeric', hour: 'numeric', hourCycle: 'h23' })
  hourFormats.set(zone, format)
  const parts = format.formatToParts(at)
  const numberOf = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return { hour: numberOf('hour'), day: numberOf('day') }
}

/** Returns whether mails may leave at a time in a time zone. */
export function isQuiet(at: Date, timeZone: string | null): boolean {
  const { hour } = localTime(at, timeZone)
  return hour < FIRST_HOUR || hour > LAST_HOUR
}

/** Returns the first full hour of UTC after `at` that is in the first hour of a day for mails. */
export function nextMorning(at: Date, timeZone: string | null): Date {
  let next = new Date((Math.floor(at.getTime() / HOUR_MS) + 1) * HOUR_MS)
  while (localTime(next, timeZone).hour !== FIRST_HOUR) next = new Date(next.getTime() + HOUR_MS)
  return next
}
