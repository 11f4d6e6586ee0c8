import { PageRefused } from './page-refused.ts'

export type Claim = { notion_page_id: string; public_id: string; created_time: string; name: string }

/**
 * Decides which of several pages with the same id owns it: the page that is published with it, so that a copied page never takes over its
 * original's address; otherwise the oldest. Returns the refusals of the others.
 */
export function refuseTakenIds(claims: Claim[], currentOwner: (publicId: string) => string | undefined): Map<string, PageRefused> {
  const byId = Map.groupBy(claims, ({ public_id }) => public_id)
  const refused = new Map<string, PageRefused>()
  for (const [publicId, claimants] of byId) {
    const current = currentOwner(publicId)
    const [owner, ...others] = claimants.toSorted(
      (a, b) =>
        Number(b.notion_page_id === current) - Number(a.notion_page_id === current) ||
        a.created_time.localeCompare(b.created_time) ||
        a.notion_page_id.localeCompare(b.notion_page_id),
    )
    for (const other of others) {
      refused.set(
        other.notion_page_id,
        new PageRefused('slug_taken', `The slug “${publicId}” belongs to the page “${owner?.name || 'Untitled'}”. Choose another one.`),
      )
    }
  }
  return refused
}
