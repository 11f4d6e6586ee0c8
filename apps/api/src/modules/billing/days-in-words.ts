/** `2026-11-20`, in UTC */
export const day = (date: Date): string => date.toISOString().slice(0, 10)

/** `2026-11-20 12:00 UTC` */
export const minute = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const longDays = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const longMinutes = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** `20 November 2026`, in UTC */
export const longDay = (date: Date): string => longDays.format(date)

/** `20 November 2026 at 12:00 UTC` */
export const longMinute = (date: Date): string => `${longMinutes.format(date)} UTC`
