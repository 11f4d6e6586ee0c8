import type { UserPrompt } from '@academy/contract'

type Compare = (a: UserPrompt, b: UserPrompt) => number

const newestFirst: Compare = (a, b) => b.created_at.localeCompare(a.created_at)
const collator = new Intl.Collator('en', { numeric: true })

/** The orders of My Prompts. The server lists the newest first. */
export const ORDERS = {
  newest: { label: 'Newest first', compare: newestFirst },
  oldest: { label: 'Oldest first', compare: (a, b) => newestFirst(b, a) },
  title: { label: 'Title', compare: (a, b) => collator.compare(a.title, b.title) },
  changed: { label: 'Last changed', compare: (a, b) => b.updated_at.localeCompare(a.updated_at) },
  favourites: { label: 'Favourites first', compare: (a, b) => Number(b.favourite) - Number(a.favourite) },
} as const satisfies Record<string, { label: string; compare: Compare }>

export type Order = keyof typeof ORDERS

export const orders = Object.keys(ORDERS) as Order[]

export const parseOrder = (value: string | null): Order => orders.find((order) => order === value) ?? 'newest'

/** Returns the prompts in an order; `newest` keeps that of the server. */
export const sortPrompts = (prompts: UserPrompt[], order: Order): UserPrompt[] =>
  order === 'newest' ? prompts : prompts.toSorted(ORDERS[order].compare)

/** Returns all tags of the prompts in alphabetical order. */
export const promptTags = (prompts: readonly UserPrompt[]): string[] =>
  [...new Set(prompts.flatMap(({ tags }) => tags))].toSorted((a, b) => collator.compare(a, b))
