import type { z } from 'zod'
import { invalid } from './notion-error.ts'

/** Returns the name of a field, such as `body.children[0].paragraph`. */
export const formatPath = (where: string, path: readonly PropertyKey[]) =>
  path.reduce<string>((text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}.${String(key)}`), where)

export const validationError = (kind: string, message: string) => invalid(`${kind} failed validation: ${message}`)

/** Parses `value`, or throws Notion's validation_error, which names the fields as Notion does, and their problems as zod does. */
export function check<T extends z.ZodType>(schema: T, value: unknown, where = 'body'): z.output<T> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const problems = result.error.issues.map(({ path, message }) => `${formatPath(where, path)}: ${message}`)
  throw validationError(where.split('.', 1)[0] ?? where, problems.join('\n'))
}
