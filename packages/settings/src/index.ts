import type { z } from 'zod'
import { ACADEMY, WEB_APP } from './academy.ts'
import { DOCKER_COMPOSE } from './docker-compose.ts'
import { LIMITS, LOGS, NETWORK } from './running.ts'
import { DATABASE, MAILS, MENTORSHIP, NOTION, STRIPE, SUPABASE_AUTH } from './services.ts'
import type { Reader, Setting } from './setting.ts'

export { priceVariable } from './services.ts'
export { type Reader, type Setting, stripeMode } from './setting.ts'

/** All settings of a deployment, in the order in which an operator needs them. */
export const SECTIONS = [
  ACADEMY,
  DATABASE,
  SUPABASE_AUTH,
  NOTION,
  STRIPE,
  MAILS,
  MENTORSHIP,
  WEB_APP,
  NETWORK,
  LIMITS,
  LOGS,
  DOCKER_COMPOSE,
] as const

type Intersection<Part> = (Part extends unknown ? (part: Part) => void : never) extends (all: infer All) => void ? All : never

type Settings = Intersection<(typeof SECTIONS)[number]['settings']>

type Schemas<R extends Reader> = {
  [Name in keyof Settings as R extends Settings[Name]['readers'][number] ? Name : never]: Settings[Name]['schema']
}

export const allSettings = (): Setting[] => SECTIONS.flatMap(({ settings }) => Object.values(settings))

export const settingsOf = (reader: Reader): Setting[] => allSettings().filter(({ readers }) => readers.includes(reader))

/** Returns the schemas of the settings of a reader by their names: the shape of its environment. */
export const schemasOf = <R extends Reader>(reader: R) =>
  Object.fromEntries(settingsOf(reader).map(({ name, schema }) => [name, schema])) as Schemas<R>

/** Returns the default of a schema, also inside optional parts and transformations. */
function defaultIn({ _zod: { def } }: z.core.$ZodType): unknown {
  if ('defaultValue' in def) return def.defaultValue
  const inner = 'innerType' in def ? def.innerType : 'in' in def ? def.in : undefined
  return inner === undefined ? undefined : defaultIn(inner as z.core.$ZodType)
}

/** Returns the default of a setting; '' if there is none. */
export const defaultOf = ({ schema }: Setting): string => String(defaultIn(schema) ?? '')

/** Returns whether a process does not start without a setting. */
export const isRequired = ({ schema }: Setting): boolean => !schema.safeParse(undefined).success
