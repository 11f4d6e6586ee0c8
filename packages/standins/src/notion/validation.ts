import type { z } from 'zod'
import { valueAt } from '../json-values.ts'
import { invalid } from './notion-error.ts'

type Path = readonly PropertyKey[]
type Issue = z.core.$ZodIssue

const show = (value: unknown) => {
  const text = JSON.stringify(value) ?? 'undefined'
  return `\`${text.length > 120 ? `${text.slice(0, 120)}...` : text}\``
}

export const formatPath = (where: string, path: Path) =>
  path.reduce<string>((text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}.${String(key)}`), where)

const size = (value: unknown) => (typeof value === 'string' || Array.isArray(value) ? value.length : value)
const list = (values: readonly unknown[]) => {
  const shown = values.map(show)
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')}, or ${shown.at(-1)}`
}

/** Formats a problem as Notion does, e.g. ``body.page_size should be ≤ `100`, instead was `200`.`` */
function sentences(issue: Issue, input: unknown, where: string): string[] {
  const value = valueAt(input, issue.path)
  const at = formatPath(where, issue.path)
  const sized = issue.code === 'too_big' || issue.code === 'too_small'
  const instead = (text: string, shown = value) => [`${text}, instead was ${show(shown)}.`]
  if (sized) {
    const isNumber = issue.origin === 'number' || issue.origin === 'int'
    const limit = issue.code === 'too_big' ? `≤ \`${issue.maximum}\`` : `≥ \`${issue.minimum}\``
    return instead(`${at}${isNumber ? '' : '.length'} should be ${limit}`, isNumber ? value : size(value))
  }
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.flatMap((key) => instead(`${formatPath(at, [key])} should be not present`, valueAt(value, [key])))
  }
  if (issue.code === 'invalid_union') return closestBranch(issue.errors, value, at)
  if (value === undefined) return instead(`${at} should be defined`)
  if (issue.code === 'invalid_type') return instead(`${at} should be ${/^[aeio]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`)
  if (issue.code === 'invalid_value') return instead(`${at} should be ${list(issue.values)}`)
  return instead(`${at} ${issue.message}`)
}

/** Returns the problem of the union member that the input matches best. */
function closestBranch(branches: readonly (readonly Issue[])[], input: unknown, at: string): string[] {
  const depth = (issues: readonly Issue[]) => Math.max(0, ...issues.map((issue) => issue.path.length))
  const deepest = Math.max(0, ...branches.map(depth))
  return branches.filter((issues) => depth(issues) === deepest).flatMap((issues) => issues.flatMap((issue) => sentences(issue, input, at)))
}

export function validationError(kind: string, messages: readonly string[]) {
  const unique = [...new Set(messages)]
  return invalid(
    unique.length === 1 ? `${kind} failed validation: ${unique[0]}` : `${kind} failed validation. Fix one:\n${unique.join('\n')}`,
  )
}

/** Parses `value` or throws Notion's validation_error, naming the field as `body.children[0].…` does. */
export function check<T extends z.ZodType>(schema: T, value: unknown, where = 'body'): z.output<T> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const kind = /^\w+/.exec(where)?.[0] ?? 'body'
  throw validationError(
    kind,
    result.error.issues.flatMap((issue) => sentences(issue, value, where)),
  )
}
