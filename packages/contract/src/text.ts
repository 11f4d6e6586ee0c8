import { z } from 'zod'

// The two patterns are in the OpenAPI document. Their escapes mean the same to every regular expression engine that reads it; \p{Cc}, \0
// and \u do not.

/** Text without NUL, which Postgres cannot store. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern refuses them.
export const STORABLE_TEXT = /^[^\x00]*$/

/** One line of text: no control character means anything in a name. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern refuses them.
export const STORABLE_LINE = /^[^\x00-\x1f\x7f-\x9f]*$/

/** A required line of text from a person, trimmed, of at most `max` characters. */
export const requiredLine = (label: string, max: number) =>
  z
    .string({ error: `${label} is required.` })
    .trim()
    .min(1, `${label} is required.`)
    .max(max, `${label} must be at most ${max} characters.`)
    .regex(STORABLE_LINE, `${label} contains characters that cannot be stored.`)

/**
 * An id in a path: what the content mirror and the database hand out. Nothing else exists either (D-07), so anything else is answered
 * with the 404 of the endpoint; `missing` is its message.
 */
export const pathId = (missing: string) => z.string().regex(/^[A-Za-z0-9_-]{1,100}$/, missing)

const NOT_UTC = 'This must be a time in UTC, such as 2026-01-31T12:00:00.000Z.'

/** A time in UTC. The calendar of Postgres has no year 0. */
export const utcTime = z.iso.datetime({ error: NOT_UTC }).refine((time) => !time.startsWith('0000'), NOT_UTC)

/** Notion's rich text, reduced to what readers use. */
export const richText = z.array(z.object({ plain_text: z.string() }))

/** Sanitised HTML, safe to inject as it is (the server sanitises on the way into the mirror). */
export const html = z.object({ html: z.string() })
