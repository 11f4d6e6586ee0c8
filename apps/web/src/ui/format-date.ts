/** Cached, because the first formatter of a page takes about 20 ms, and a calendar formats many dates. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Formats a date in American English, by default as 'Nov 22, 2026'. Without `timeZone` it is the day in the user's time zone. */
export function formatDate(date: string | number | Date, options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }): string {
  const key = JSON.stringify(options)
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat('en-US', options)
  formatters.set(key, formatter)
  return formatter.format(new Date(date))
}

/** Formats a day (YYYY-MM-DD) as 'December 14', the same in every time zone. */
export const formatDay = (day: string): string => formatDate(day, { month: 'long', day: 'numeric', timeZone: 'UTC' })
