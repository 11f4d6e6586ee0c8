import { PageRefused } from './page-refused.ts'

export type Claim = { notion_page_id: string; public_id: string; created_time: string; name: string }

/**
 * Decides which page owns an id that several pages claim: the page that has it already, so that a copied page never takes over its
 * original's address; otherwise the oldest. Returns the refusals of the others.
 */
export function refuseTakenIds(claims: Claim[], holderOf: (publicId: string) => string | undefined): Map<string, PageRefused> {
  const byId = Map.groupBy(claims, ({ public_id }) => public_id)
  const refused = new Map<string, PageRefused>()
  for (const [publicId, rivals] of byId) {
    const holder = holderOf(publicId)
    const [winner, ...others] = rivals.toSorted(
      (a, b) =>
        Number(b.notion_page_id === holder) - Number(a.notion_page_id === holder) ||
        a.created_time.localeCompare(b.created_time) ||
        a.notion_page_id.localeCompare(b.notion_page_id),
    )
    for (const other of others) {
      refused.set(
        other.notion_page_id,
        new PageRefused('slug_taken', `The slug “${publicId}” belongs to the page “${winner?.name || 'Untitled'}”. Choose another one.`),
      )
    }
  }
  return refused
}
