import type { OfferName } from '@academy/catalog'
import type { AcademyClient } from '@vibe-coding-academy/client'
import type { Terminal } from './terminal/terminal.ts'

type Option = {
  type: 'string' | 'boolean'
  /** One letter that stands for the option. */
  short?: string
  multiple?: boolean
  /** The placeholder of the value in the help, for example `<name=value>`. */
  value?: string
  help: string
}

export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

export type Academy = {
  /** The academy's URL. */
  url: string
  client: AcademyClient
  /** Returns the URL of one of its pages. */
  page: (path: string) => string
}

export type Context = {
  terminal: Terminal
  env: NodeJS.ProcessEnv
  /** The arguments without options and the name of the command. */
  args: readonly string[]
  values: Values
  /** Returns the academy to which the user is signed in. Throws if there is none. */
  openSignedIn: () => Promise<Academy>
  /** Returns the academy at a URL, without a token. */
  openSignedOut: (url: string) => Academy
}

/** A command. `commands.ts` lists all of them. */
export type Command = {
  /** The arguments in the help, for example `<id>`. */
  usage?: string
  /** What the command does, in one sentence without a full stop. */
  summary: string
  /** Further sentences of its help. */
  help?: string
  options?: Readonly<Record<string, Option>>
  /** The values of the first argument, if there are only a few. */
  values?: readonly string[]
  /** The minimum and maximum number of arguments. */
  args?: readonly [min: number, max: number]
  /** The offer that gives access. */
  unlockedBy?: OfferName
  run: (context: Context) => Promise<void>
}

export const JSON_OPTION = { json: { type: 'boolean', help: 'print JSON' } } as const

/** Returns the value of an option with one text. */
export const textOf = (values: Values, name: string): string | undefined => {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

/** Returns the values of an option that may be repeated. */
export const textsOf = (values: Values, name: string): string[] => {
  const value = values[name]
  return Array.isArray(value) ? value.map(String) : []
}
