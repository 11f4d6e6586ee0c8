import type { RichTextItemResponse } from '@notionhq/client'

type NotionDate = Extract<Extract<RichTextItemResponse, { type: 'mention' }>['mention'], { type: 'date' }>['date']

// Dates keep the time zone of Notion, for all readers: they are formatted as if they were in UTC.
const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const timeFormat = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })

/** Returns `2026-03-01T14:30:00.000+01:00` as "March 1, 2026, 2:30 PM"; other text is unchanged. */
function formatTime(text: string): string {
  const [, day = '', time] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?/.exec(text) ?? []
  const date = new Date(`${day}T${time ?? '00:00'}Z`)
  if (Number.isNaN(date.getTime())) return text
  // Some versions of ICU separate the time and PM by a narrow no-break space.
  return time === undefined ? dayFormat.format(date) : `${dayFormat.format(date)}, ${timeFormat.format(date).replace('\u202f', ' ')}`
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
