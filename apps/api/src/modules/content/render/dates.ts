import type { RichTextItemResponse } from '@notionhq/client'

type NotionDate = Extract<Extract<RichTextItemResponse, { type: 'mention' }>['mention'], { type: 'date' }>['date']

/** Dates keep the time zone of Notion, for all readers. */
const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Returns `2026-03-01T14:30:00.000+01:00` as "1 March 2026, 14:30"; other text is unchanged. */
function formatTime(text: string): string {
  const [, day = '', time] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?/.exec(text) ?? []
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return text
  return time === undefined ? dayFormat.format(date) : `${dayFormat.format(date)}, ${time}`
}

/** Returns the time zone of a time. Notion gives its name, or its offset from UTC within the time. */
function zoneOf({ start, time_zone }: NotionDate): string {
  if (!start.includes('T')) return ''
  const offset = /[+-]\d{2}:\d{2}$/.exec(start)?.[0]
  return ` (${time_zone ?? (offset && offset !== '+00:00' ? `UTC${offset}` : 'UTC')})`
}

/** Returns a date, or a range of dates, in words. */
export function formatDate(date: NotionDate): string {
  const end = date.end ? ` to ${formatTime(date.end)}` : ''
  return `${formatTime(date.start)}${end}${zoneOf(date)}`
}
