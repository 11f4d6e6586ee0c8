import { isObject, type Json } from '../../json-values.ts'
import type { StripeService } from './context.ts'
import { findAny } from './store.ts'
import { invalid } from './stripe-error.ts'

/** Loads a field that an object contains only for `expand[]`, e.g. the line items of a checkout session. */
type Includable = (service: StripeService, object: Json) => Promise<unknown>

/** The loaders of such fields, by kind of object and field name. */
export type Includables = Record<string, Record<string, Includable>>

const MAX_LEVELS = 4

const refuse = (path: string) =>
  invalid(
    `This property cannot be expanded (${path}). You may want to try expanding 'data.${path}' if this is a list, or check the documentation for which properties can be expanded.`,
    'expand',
  )

async function expandField(service: StripeService, object: Json, field: string, path: string, includables: Includables): Promise<void> {
  const include = includables[String(object.object)]?.[field]
  const value = object[field]
  if (include !== undefined && !isObject(value)) {
    object[field] = await include(service, object)
    return
  }
  if (value === null || isObject(value) || Array.isArray(value)) return
  const target = typeof value === 'string' && field !== 'id' ? await findAny(service, value) : undefined
  if (target === undefined) throw refuse(path)
  object[field] = structuredClone(target)
}

async function expandPath(service: StripeService, value: unknown, steps: string[], path: string, includables: Includables): Promise<void> {
  const [field, ...rest] = steps
  if (field === undefined) return
  if (Array.isArray(value)) {
    for (const item of value) await expandPath(service, item, steps, path, includables)
    return
  }
  if (!isObject(value)) return
  await expandField(service, value, field, path, includables)
  await expandPath(service, value[field], rest, path, includables)
}

/** Replaces ids by the objects that `expand[]` requests, nested and within lists. */
export async function expand<T>(service: StripeService, response: T, paths: readonly string[], includables: Includables): Promise<T> {
  if (paths.length === 0) return response
  const expanded = structuredClone(response)
  for (const path of paths) {
    const steps = path.split('.')
    const levels = steps.filter((step) => step !== 'data').length
    if (levels > MAX_LEVELS) throw invalid(`You cannot expand more than ${MAX_LEVELS} levels of a property (${path}).`, 'expand')
    await expandPath(service, expanded, steps, path, includables)
  }
  return expanded
}
