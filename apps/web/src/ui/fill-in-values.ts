import type { FieldValues } from '@academy/contract/prompt-template'
import { useSyncExternalStore } from 'react'

/** Begins like the keys of drafts, because signing out removes all keys that do. */
const KEY = 'academy.draft.field-values'
/** With more fields, `setFieldValue` drops those that were changed longest ago. */
const MAX_FIELDS = 200

const EMPTY_JSON = '{}'
const listeners = new Set<() => void>()
/** The JSON of the values while storage is blocked or full. */
let inMemory: string | undefined

/** Returns the stored JSON, not the parsed values: React compares snapshots by identity, and parsing returns a new object each time. */
function current(): string {
  if (inMemory !== undefined) return inMemory
  try {
    return localStorage.getItem(KEY) ?? EMPTY_JSON
  } catch {
    return EMPTY_JSON
  }
}

function parse(json: string): FieldValues {
  try {
    const stored: unknown = JSON.parse(json)
    const entries = Object.entries(typeof stored === 'object' && stored !== null ? stored : {})
    // Without a prototype, because a field may be named like a property of it.
    return Object.assign(Object.create(null), Object.fromEntries(entries.filter(([, value]) => typeof value === 'string')))
  } catch {
    // Another program wrote something else: treat it as missing.
    return {}
  }
}

function store(values: FieldValues): void {
  const json = JSON.stringify(values)
  try {
    localStorage.setItem(KEY, json)
    inMemory = undefined
  } catch {
    inMemory = json
  }
  for (const listener of listeners) listener()
}

/** Stores the value of a field in this browser (PROMPT-42). An empty value removes the field. */
export function setFieldValue(field: string, value: string): void {
  const others = Object.entries(parse(current())).filter(([name]) => name !== field)
  store(Object.fromEntries(value === '' ? others : [...others.slice(1 - MAX_FIELDS), [field, value]]))
}

/** Removes the values of these fields. */
export function clearFieldValues(fields: readonly string[]): void {
  store(Object.fromEntries(Object.entries(parse(current())).filter(([name]) => !fields.includes(name))))
}

const onStorageChange = ({ key }: StorageEvent) => {
  if (key === KEY) for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) addEventListener('storage', onStorageChange)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', onStorageChange)
  }
}

/** Returns the stored values of all fields by name. Renders again when another prompt or browser tab changes one. */
export const useFieldValues = (): FieldValues => parse(useSyncExternalStore(subscribe, current))
