import { z } from 'zod'
import { invalid, type StripeError } from './stripe-error.ts'

type Context = z.core.$RefinementCtx

/** Placeholder for the parameter's name in messages; `validate` fills it in. */
const NAME = '{param}'

function refuse(ctx: Context, message: string, code?: string): never {
  ctx.addIssue({ code: 'custom', message, params: { code } })
  return z.NEVER
}

const EMPTY = `You passed an empty string for '${NAME}'. We assume empty values are an attempt to unset a parameter; however '${NAME}' cannot be unset. You should remove '${NAME}' from your request or supply a non-empty value.`

const requireText = (value: string, ctx: Context) => (value === '' ? refuse(ctx, EMPTY, 'parameter_invalid_empty') : value)

/** A string that is not empty. */
export const text = (maxLength = 5000) =>
  z
    .string()
    .transform((value, ctx) =>
      value.length > maxLength
        ? refuse(ctx, `Invalid string: must be at most ${maxLength} characters`, 'parameter_invalid_string')
        : requireText(value, ctx),
    )

/** A parameter that an empty string unsets (null), Stripe's `Emptyable`. */
export const emptyable = <T extends z.ZodType>(inner: T) => z.preprocess((value) => (value === '' ? null : value), inner.nullable())

type Range = { min?: number; max?: number }

/** An integer, also for times in seconds since 1970. */
export const integer = ({ min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER }: Range = {}) =>
  z.string().transform((value, ctx) => {
    if (requireText(value, ctx) === '') return z.NEVER
    if (!/^-?\d{1,15}$/.test(value)) return refuse(ctx, `Invalid integer: ${value}`, 'parameter_invalid_integer')
    if (Number(value) < min) return refuse(ctx, `This value must be greater than or equal to ${min}.`, 'parameter_invalid_integer')
    if (Number(value) > max) return refuse(ctx, `This value must be less than or equal to ${max}.`, 'parameter_invalid_integer')
    return Number(value)
  })

/** A value that `read` converts. Refuses one for which it returns undefined; `message` describes the value. */
const checked = <T>(read: (value: string) => T | undefined, message: (value: string) => string, code?: string) =>
  z.string().transform((value, ctx): T => read(value) ?? refuse(ctx, message(value), code))

const matching = (pattern: RegExp, message: (value: string) => string, code?: string) =>
  checked((value) => (pattern.test(value) ? value : undefined), message, code)

export const decimal = checked(
  (value) => (/^-?\d{1,12}(\.\d{1,12})?$/.test(value) ? Number(value) : undefined),
  (value) => `Invalid decimal: ${value}`,
)

export const bool = checked(
  (value) => (['true', 'false'].includes(value) ? value === 'true' : undefined),
  (value) => `Invalid boolean: ${value}`,
)

export const oneOf = <const T extends string>(...values: readonly T[]) =>
  checked(
    (value) => values.find((allowed) => allowed === value),
    () => `Invalid ${NAME}: must be one of ${values.join(', ')}`,
  )

export const url = checked(
  (value) => (/^https?:\/\/[^\s/]+/i.test(value) && URL.canParse(value) ? value : undefined),
  () => 'Not a valid URL',
  'url_invalid',
)
export const email = matching(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, (value) => `Invalid email address: ${value}`, 'email_invalid')

/** The id of a tax code. The stand-in checks its format only; it has no list of tax codes. */
export const taxCode = matching(/^txcd_\d{8}$/, (value) => `No such tax code: '${value}'`, 'resource_missing')

const CURRENCIES = ['usd', 'eur', 'gbp', 'chf', 'aud', 'cad', 'dkk', 'nok', 'sek', 'pln', 'jpy']
export const currency = checked(
  (value) => CURRENCIES.find((name) => name === value.toLowerCase()),
  (value) => `Invalid currency: ${value}`,
)

const metadataValues = z.preprocess(
  // numeric keys are parsed as a list
  (value) => (Array.isArray(value) ? { ...value } : value),
  z.record(z.string(), z.string()).transform((values, ctx) => {
    const keys = Object.keys(values)
    if (keys.length > 50) return refuse(ctx, `You can only set up to 50 metadata keys; you are trying to set ${keys.length}.`)
    const tooLong = keys.find((key) => key.length > 40 || (values[key] ?? '').length > 500)
    if (tooLong !== undefined) {
      return refuse(ctx, 'Metadata keys can be up to 40 characters long, and values up to 500 characters long.')
    }
    return values
  }),
)

/** Metadata to merge. An empty value removes its key, an empty parameter (null) all keys. */
export const metadata = emptyable(metadataValues)

/** Merges metadata as Stripe does. */
export function mergeMetadata(before: Record<string, string>, change: Record<string, string> | null | undefined): Record<string, string> {
  if (change === null) return {}
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== ''))
}

/** A nested object with exactly these parameters. */
export const hash = <T extends z.ZodRawShape>(shape: T) => z.strictObject(shape)

/** The parameters of a request: exactly these and `expand`. */
export const parameters = <T extends z.ZodRawShape>(shape: T) => z.strictObject({ ...shape, expand: z.array(z.string()).optional() })

/** The earliest time of creation, in seconds since 1970. */
export const createdSince = z.strictObject({ gte: integer() })

/** The parameters of a list request: these and those of pagination. */
export const listParameters = <T extends z.ZodRawShape>(shape: T) =>
  parameters({
    ...shape,
    limit: integer({ min: 1, max: 100 }).optional(),
    starting_after: text().optional(),
  })

const nameOf = (path: readonly PropertyKey[]) =>
  path.reduce<string>((name, step) => (name === '' ? String(step) : `${name}[${String(step)}]`), '')

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), input)

function toStripeError(issue: z.core.$ZodIssue, input: unknown): StripeError {
  const name = nameOf(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => nameOf([...issue.path, key]))
    return invalid(`Received unknown parameter${names.length > 1 ? 's' : ''}: ${names.join(', ')}`, names[0], 'parameter_unknown')
  }
  if (issue.code === 'custom') return invalid(issue.message.replaceAll(NAME, name), name, issue.params?.code)
  const value = valueAt(input, issue.path)
  if (value === undefined) return invalid(`Missing required param: ${name}.`, name, 'parameter_missing')
  const expected = issue.code === 'invalid_type' ? issue.expected : 'string'
  return invalid(`Invalid ${expected === 'record' ? 'object' : expected}`, name)
}

/** Validates parameters. Throws a StripeError for the first problem; unknown parameters take precedence. */
export function validate<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const { issues } = result.error
  const first = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  throw first === undefined ? invalid('Invalid request') : toStripeError(first, input)
}
