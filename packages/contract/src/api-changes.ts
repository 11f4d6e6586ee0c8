import { SHARED_RESPONSE } from './openapi.ts'
import type { Json } from './openapi-examples.ts'

/** The parts of an API that programs depend on, such as "GET /api/library query parameter limit" and "Prompt.title", and what each of them is. */
export type ApiParts = Record<string, string>

const TEXTS = ['description', 'summary', 'example', 'examples', 'title']

/** Returns a schema and what it consists of. Values that responses name in a text are parts of their own. */
function schemaParts(name: string, { properties = {}, required = [], items, anyOf = [], ...rest }: Json, isRequired = false): ApiParts {
  const own = Object.fromEntries(Object.entries(rest).filter(([key]) => !TEXTS.includes(key)))
  const known = /Known values: (.*)\. Others may be added\./.exec(String(rest.description))?.[1] ?? ''
  return Object.assign(
    { [name]: `${isRequired ? 'required ' : ''}${JSON.stringify(own)}` },
    ...[...known.matchAll(/`([^`]+)`/g)].map(([, value]) => ({ [`${name} value ${value}`]: '' })),
    ...Object.entries(properties as Record<string, Json>).map(([key, property]) =>
      schemaParts(`${name}.${key}`, property, (required as string[]).includes(key)),
    ),
    ...(items ? [schemaParts(`${name}[]`, items as Json)] : []),
    ...(anyOf as Json[]).map((choice, index) => schemaParts(`${name} choice ${index + 1}`, choice)),
  )
}

type Content = { content?: Record<string, { schema: Json }> }
type Parameter = { $ref?: string; in: string; name: string; required: boolean; schema: Json }
type Operation = {
  operationId: string
  security: Json[]
  deprecated?: boolean
  parameters: Parameter[]
  requestBody?: Content
  responses: Record<string, Content & { $ref?: string }>
}

const contentParts = (name: string, { content = {} }: Content = {}): ApiParts =>
  Object.assign({}, ...Object.entries(content).map(([type, { schema }]) => schemaParts(`${name} ${type}`, schema)))

const lastOf = (reference = ''): string => reference.split('/').at(-1) ?? ''

/** Whether a reference leads to a response that stands for those of several operations, and not to a named error. */
const isShared = (reference = ''): boolean => new RegExp(`${SHARED_RESPONSE}\\d*$`).test(reference)

/** Parts that operations refer to. */
type Shared = { parameters?: Record<string, Parameter>; responses?: Record<string, Content> }

function operationParts(
  name: string,
  { operationId, security, deprecated, parameters, requestBody, responses }: Operation,
  { parameters: sharedParameters = {}, responses: sharedResponses = {} }: Shared,
): ApiParts {
  return Object.assign(
    { [name]: JSON.stringify({ operationId, security, deprecated }) },
    ...parameters.map((parameter) => {
      const {
        in: place,
        name: parameterName,
        required,
        schema,
      } = parameter.$ref ? (sharedParameters[lastOf(parameter.$ref)] ?? parameter) : parameter
      return place === 'header' || !place
        ? { [`${name} header ${lastOf(parameter.$ref)}`]: '' }
        : schemaParts(`${name} ${place} parameter ${parameterName}`, schema, required)
    }),
    contentParts(`${name} body`, requestBody),
    ...Object.entries(responses).map(([status, response]) => {
      const shared = isShared(response.$ref) ? sharedResponses[lastOf(response.$ref)] : undefined
      return {
        [`${name} response ${status}`]: shared ? '' : lastOf(response.$ref),
        ...contentParts(`${name} response ${status}`, shared ?? response),
      }
    }),
  )
}

/** Returns the parts of an OpenAPI document: its operations and its named schemas. */
export function apiParts({ paths, components }: Json): ApiParts {
  const { schemas, ...shared } = components as { schemas: Record<string, Json> } & Shared
  return Object.assign(
    {},
    ...Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => operationParts(`${method.toUpperCase()} ${path}`, operation, shared)),
    ),
    ...Object.entries(schemas).map(([name, schema]) => schemaParts(name, schema)),
  )
}

/** Returns the parts that only the first one has. Those of a part that is missing as a whole are left out. */
function partsOnlyIn(parts: ApiParts, others: ApiParts): string[] {
  const missing = Object.keys(parts).filter((name) => !(name in others))
  return missing.filter((name) => !missing.some((whole) => name.startsWith(whole) && /^[ .[]/.test(name.slice(whole.length))))
}

/** Returns the changes of an API as its changelog names them, such as "Added `GET /api/search`". */
export function apiChanges(before: ApiParts, after: ApiParts): string[] {
  const changed = Object.keys(after).filter((name) => name in before && before[name] !== after[name])
  return [
    ...partsOnlyIn(after, before).map((name) => `Added \`${name}\``),
    ...changed.map((name) => `Changed \`${name}\``),
    ...partsOnlyIn(before, after).map((name) => `Removed \`${name}\``),
  ]
}

/** Returns the changes that a changelog names below "Unreleased", in lines such as "- Added `a`, `b`: what clients can do with them". */
export function namedChanges(changelog: string): string[] {
  const [, unreleased = ''] = changelog.split(/^## .*$/m)
  return [...unreleased.matchAll(/^- (Added|Changed|Removed) (`[^`]+`(?:, `[^`]+`)*): \S/gm)].flatMap(([, verb, names = '']) =>
    names.split(', ').map((name) => `${verb} ${name}`),
  )
}
