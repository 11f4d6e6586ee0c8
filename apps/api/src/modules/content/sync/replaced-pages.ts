import type { PublishedPage, Replacements } from '../pages/content.store.ts'
import { isPublishable, parentOf } from '../pages/validate-pages.ts'
import type { PlannedRun } from './confirmation-reasons.ts'

/**
 * Returns what the run replaces. Of the withdrawn pages these stay until their successors are published, so that no tutorial is missing meanwhile: each
 * page whose public id another page takes, and each session with a tutorial that is replaced or moves to another session.
 */
export function replacementsOf(withdrawn: Map<string, PublishedPage>, { publishedPages, pages }: PlannedRun): Replacements {
  const publishable = pages.flatMap(({ id, outcome }) => (isPublishable(outcome) ? [{ id, page: outcome }] : []))
  const taken = new Set(publishable.map(({ page: { kind, properties } }) => `${kind} ${properties.public_id}`))
  const replaced = new Map([...withdrawn].filter(([, { kind, public_id }]) => taken.has(`${kind} ${public_id}`)))

  const parents = new Map(publishable.map(({ id, page }) => [id, parentOf(page)?.id]))
  const leavesSession = ([id, { kind, parent_page_id }]: [string, PublishedPage]): boolean =>
    kind === 'tutorial' && (replaced.has(id) || (parents.has(id) && parents.get(id) !== parent_page_id))
  const leftSessions = new Set([...publishedPages].filter(leavesSession).map(([, { parent_page_id }]) => parent_page_id))
  for (const [id, page] of withdrawn) if (leftSessions.has(id)) replaced.set(id, page)

  const sessions = publishable.flatMap(({ id: course, page }): [string, string[]][] => {
    if (page.kind !== 'course') return []
    const [former] = [...replaced].find(([, { kind, public_id }]) => kind === 'course' && public_id === page.properties.public_id) ?? []
    if (former === undefined) return []
    const moves = ([id, { kind, parent_page_id }]: [string, PublishedPage]): boolean =>
      kind === 'session' && ((replaced.has(id) && parent_page_id === former) || parents.get(id) === course)
    return [[course, [...publishedPages].filter(moves).map(([id]) => id)]]
  })
  return { pages: replaced, sessions: new Map(sessions) }
}
