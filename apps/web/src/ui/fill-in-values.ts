import type { FieldValues } from '@academy/contract/prompt-template'
import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'
import { browserStorage } from './web-storage.ts'

/** Begins like the keys of drafts, because signing out removes all keys that do. */
const KEY = 'academy.draft.field-values'
/** With more fields, `setFieldValue` drops those that were changed longest ago. */
const MAX_FIELDS = 200

const { subscribe, notify } = createListeners()

/** Returns the stored JSON, not the parsed values: React compares snapshots by identity, and parsing returns a new object each time. */
const current = (): string => browserStorage.get(KEY) ?? '{}'

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
  browserStorage.set(KEY, JSON.stringify(values))
  notify()
}

/** Stores the value of a field in this browser. An empty value removes the field. */
export function setFieldValue(field: string, value: string): void {
  const others = Object.entries(parse(current())).filter(([name]) => name !== field)
  store(Object.fromEntries(value === '' ? others : [...others.slice(1 - MAX_FIELDS), [field, value]]))
}

/** Removes the values of these fields. */
export function clearFieldValues(fields: readonly string[]): void {
  store(Object.fromEntries(Object.entries(parse(current())).filter(([name]) => !fields.includes(name))))
}

// Another tab changed a value.
addEventListener('storage', ({ key }) => key === KEY && notify())

/** Returns the stored values of all fields by name. Renders again when another prompt or browser tab changes one. */
export const useFieldValues = (): FieldValues => parse(useSyncExternalStore(subscribe, current))
