/** `2026-11-20`, in UTC */
export const formatDay = (date: Date): string => date.toISOString().slice(0, 10)

/** `2026-11-20 12:00 UTC` */
export const formatMinute = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const longDays = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const longMinutes = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' })

/** `November 20, 2026`, in UTC */
export const formatLongDay = (date: Date): string => longDays.format(date)

/** `November 20, 2026 at 12:00 UTC` */
export const formatLongMinute = (date: Date): string => `${longMinutes.format(date)} UTC`
