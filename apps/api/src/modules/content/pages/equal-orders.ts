import type { PageKind } from '../mirror/page-refused.ts'
import type { Warning } from '../render/block-node.ts'

/** The place of a page among those of the same kind and parent. `position` is null for a page without one. */
export type PagePlace = { page_id: string; kind: PageKind; title: string; parent: string | null; position: number | null }

/** Returns a warning for each page whose “Order” another page beside it has as well, by the id of the page. */
export function equalOrders(places: readonly PagePlace[]): Map<string, Warning> {
  const warnings = new Map<string, Warning>()
  const numbered = places.filter(({ position }) => position !== null)
  for (const equal of Map.groupBy(numbered, ({ kind, parent, position }) => `${kind} ${parent} ${position}`).values()) {
    for (const { page_id, position } of equal) {
      const [other] = equal.filter((place) => place.page_id !== page_id)
      if (other)
        warnings.set(page_id, {
          rule: 'order_equal',
          message: `“Order” is ${position}, as that of “${other.title}”, so learners see both by name. Give each its own number.`,
        })
    }
  }
  return warnings
}
