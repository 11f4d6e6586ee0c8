import { z } from 'zod'
import { removeMisleading } from './control-characters.ts'
import { asciiEmail, EMAIL_ADDRESS } from './email-address.ts'

// The OpenAPI document contains these patterns. Every regular expression engine understands their escapes, unlike \p{Cc}, \0 and \u.

/** Text without NUL, which Postgres cannot store. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern refuses them.
export const STORABLE_TEXT = /^[^\x00]*$/

/**
 * Text without control characters other than tab, line feed and carriage return. In JSON each of the others takes six bytes, and some control
 * terminals.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern refuses them.
export const TEXT_WITHOUT_CONTROLS = /^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*$/

/** Returns the message for a text that `TEXT_WITHOUT_CONTROLS` refuses. */
export const hasControls = (label: string): string => `${label} contains control characters other than tabs and line breaks. Remove them.`

/** A line of text, without control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern refuses them.
export const STORABLE_LINE = /^[^\x00-\x1f\x7f-\x9f]*$/

/** Matches a character that fonts draw. U+2800 and U+1D159 are symbols without ink. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u

/** Returns whether a reader sees something of a name or a title. */
export const isVisible = (text: string): boolean => VISIBLE.test(text)

/**
 * Returns a schema for a required line that people read as a name or a title: trimmed, at most `max` characters, with a visible one, and
 * without what makes it look like another one. `label` begins the messages.
 */
export const requiredLine = (label: string, max: number) =>
  z
    .string({ error: `${label} is required.` })
    .overwrite(removeMisleading)
    .trim()
    .min(1, { error: `${label} is required.`, abort: true })
    .max(max, `${label} must be at most ${max} characters.`)
    .regex(STORABLE_LINE, `${label} contains characters that cannot be stored.`)
    .refine(isVisible, `${label} needs a character that can be seen.`)

/** A letter or digit of a domain in any script. */
const LETTER = '[^\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f。．｡]'
const LETTER_OR_HYPHEN = LETTER.replace('x2f', 'x2c\\x2e\\x2f')
const LAST_LABEL = `(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]+|[A-Za-z0-9-]*[^\\x00-\\x7f。．｡]${LETTER_OR_HYPHEN}*)`

/** `EMAIL_ADDRESS` before `asciiEmail`, without anchors, for the OpenAPI document: domains in any script, with its dots. */
export const INTERNATIONAL_ADDRESS = `${EMAIL_ADDRESS.source.slice(1).split('@')[0]}@(?:${LETTER}${LETTER_OR_HYPHEN}*[.。．｡])+${LAST_LABEL}`

/** Returns a schema for an email address, which it spells with an ASCII domain. `error` is the message for others. */
export const emailAddress = (error: string) =>
  z
    .string({ error })
    .overwrite(asciiEmail)
    .check(z.email({ pattern: EMAIL_ADDRESS, error }))
    .meta({ format: 'idn-email', pattern: `^${INTERNATIONAL_ADDRESS}$` })

/** The cursor of a page in a query. */
export const pageCursor = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,2000}$/, 'This cursor is not valid.')
  .optional()
  .describe('The `next` of the page before.')

/** The text of a search in a query. */
export const searchText = z
  .string()
  .trim()
  .max(200, 'Search for at most 200 characters.')
  .regex(STORABLE_LINE, 'This cannot be searched for.')
  .refine((text) => text.isWellFormed(), 'This cannot be searched for.')
  .optional()

/**
 * Returns a schema for an id in a path. A malformed id gets the same 404 as an unknown one, with the message `notFound`, because no
 * object can have it.
 */
export const pathId = (notFound: string) => z.string({ error: notFound }).regex(/^[A-Za-z0-9_-]{1,100}$/, notFound)

const INVALID_TIME = 'This must be a time with its offset, such as 2026-01-31T12:00:00Z or 2026-01-31T13:00:00+01:00.'

/** A time in a request, with `Z` or another offset. Not before the year 1, which Postgres cannot store. */
export const time = z.iso
  .datetime({ offset: true, error: INVALID_TIME, abort: true })
  .refine((text) => new Date(text).getUTCFullYear() > 0, INVALID_TIME)

/** Notion's rich text, reduced to the plain text. */
export const richText = z.array(z.object({ plain_text: z.string() }).meta({ id: 'RichText', description: 'A piece of text.' }))

/** The properties of a Notion page that hold its title and a text. */
export const titleProperty = z.object({ title: richText }).meta({ id: 'TitleProperty', description: "The title, as Notion's property." })
export const textProperty = z.object({ rich_text: richText }).meta({ id: 'TextProperty', description: "A text, as Notion's property." })

export const html = z
  .object({ html: z.string().describe('Sanitized HTML.') })
  .meta({ id: 'Html', description: 'HTML that clients may inject unchanged, because the sync sanitizes it before it enters the mirror.' })

const NO_ADDRESS = 'Enter an email address, such as ada@example.com.'

/** An email address that a visitor types. */
export const typedAddress = z
  .string({ error: 'Email is required.' })
  .trim()
  .min(1, { error: 'Email is required.', abort: true })
  .max(320, 'Email must be at most 320 characters.')
  .pipe(emailAddress(NO_ADDRESS))
  .meta({ pattern: `^\\s*${INTERNATIONAL_ADDRESS}\\s*$` })
