import type { FieldValues } from '@academy/contract/prompt-template'
import { useSyncExternalStore } from 'react'

/** Its prefix is that of the drafts, which are removed when the user signs out. */
const KEY = 'academy.draft.field-values'
/** The values of the fields that were changed last stay. */
const MAX_FIELDS = 200

const NONE = '{}'
const listeners = new Set<() => void>()
/** Set while storage is blocked or full. */
let inMemory: string | undefined

/** Returns the stored JSON: a string, so that an unchanged store is the same snapshot. */
function current(): string {
  if (inMemory !== undefined) return inMemory
  try {
    return localStorage.getItem(KEY) ?? NONE
  } catch {
    return NONE
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

/** Remembers the value of a field in this browser (PROMPT-42). */
export function setFieldValue(field: string, value: string): void {
  const others = Object.entries(parse(current())).filter(([name]) => name !== field)
  store(Object.fromEntries(value === '' ? others : [...others.slice(1 - MAX_FIELDS), [field, value]]))
}

/** Forgets the values of these fields. */
export function clearFieldValues(fields: readonly string[]): void {
  store(Object.fromEntries(Object.entries(parse(current())).filter(([name]) => !fields.includes(name))))
}

const onOtherTab = ({ key }: StorageEvent) => {
  if (key === KEY) for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) addEventListener('storage', onOtherTab)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', onOtherTab)
  }
}

/** Returns the remembered values of all fields by name, also those that another prompt or tab has just set. */
export const useFieldValues = (): FieldValues => parse(useSyncExternalStore(subscribe, current))
