import type { UserPrompt } from '@academy/contract'

type Compare = (one: UserPrompt, other: UserPrompt) => number

const newestFirst: Compare = (one, other) => other.created_at.localeCompare(one.created_at)
const collator = new Intl.Collator('en', { numeric: true })

/** The orders of My Prompts. The server lists the newest first. */
export const ORDERS = {
  newest: { label: 'Newest first', compare: newestFirst },
  oldest: { label: 'Oldest first', compare: (one, other) => newestFirst(other, one) },
  title: { label: 'Title', compare: (one, other) => collator.compare(one.title, other.title) },
  changed: { label: 'Last changed', compare: (one, other) => other.updated_at.localeCompare(one.updated_at) },
  favourites: { label: 'Favourites first', compare: (one, other) => Number(other.favourite) - Number(one.favourite) },
} as const satisfies Record<string, { label: string; compare: Compare }>

export type Order = keyof typeof ORDERS

export const orders = Object.keys(ORDERS) as Order[]

export const parseOrder = (value: string | null): Order => orders.find((order) => order === value) ?? 'newest'

/** Returns the prompts in an order; `newest` keeps that of the server. */
export const sortPrompts = (prompts: UserPrompt[], order: Order): UserPrompt[] =>
  order === 'newest' ? prompts : prompts.toSorted(ORDERS[order].compare)

/** Returns all tags of the prompts in alphabetical order. */
export const promptTags = (prompts: readonly UserPrompt[]): string[] =>
  [...new Set(prompts.flatMap(({ tags }) => tags))].toSorted((one, other) => collator.compare(one, other))
