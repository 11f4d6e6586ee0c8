import { z } from 'zod'

/** What reads a setting. The web app gets its settings from the web server; `commands` are migrate, backup and restore. */
export type Reader = 'api' | 'web app' | 'web server' | 'commands' | 'compose'

/** An environment variable: how it is read, and its description for operators. */
export type Setting = {
  name: string
  /** Checks and converts its value, and has its default. */
  schema: z.ZodType
  readers: readonly Reader[]
  /** What it is for. */
  purpose: string
  /** What happens while it is not set. */
  ifUnset: string
  /** Where to find its value, or how to choose it. */
  value: string
  /** An example of its value. */
  example?: string
  /** Commands never print its value. */
  secret?: true
  /** The page sends what users enter to this URL, so that it must be encrypted. */
  encrypted?: true
  /** Returns whether a value is for tests or for production; undefined if the value does not show it. */
  mode?: (value: string) => 'live' | 'test' | undefined
}

/** What a section says of a setting. */
export type Row = Omit<Setting, 'name' | 'schema' | 'readers' | 'ifUnset'> & Partial<Pick<Setting, 'schema' | 'readers' | 'ifUnset'>>

const anyText = z.string().optional()

/** A row with what it leaves out. */
type Complete<R, SectionReader> = Setting & {
  schema: R extends { schema: infer Schema } ? Schema : typeof anyText
  readers: R extends { readers: infer Readers } ? Readers : readonly SectionReader[]
}

/**
 * Returns a section. `readers` are those of its settings that name no others. A setting without a schema is any text, and one without `ifUnset`
 * has a default.
 */
export const defineSection = <const R extends Reader, const Rows extends Readonly<Record<string, Row>>>({
  readers,
  settings,
  ...section
}: {
  title: string
  about: string
  readers: readonly R[]
  settings: Rows
}) => ({
  ...section,
  settings: Object.fromEntries(
    Object.entries(settings).map(([name, row]) => [name, { name, schema: anyText, readers, ifUnset: 'the default applies', ...row }]),
  ) as { [Name in keyof Rows]: Complete<Rows[Name], R> },
})

/** Returns the mode of a Stripe key by its prefix. */
export const stripeMode = (value: string) => (/^.k_live_/.test(value) ? 'live' : /^.k_test_/.test(value) ? 'test' : undefined)

/** Returns `test` for a URL of this machine, `live` for another one; undefined for an invalid URL. */
export const urlMode = (value: string) => {
  const { hostname } = URL.parse(value) ?? {}
  if (hostname === undefined) return undefined
  return /^(localhost|127\.|\[::1\]|.*\.(test|local)$)/.test(hostname) ? 'test' : 'live'
}
