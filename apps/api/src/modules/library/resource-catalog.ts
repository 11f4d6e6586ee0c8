import { byPosition } from '../content/read/by-position.ts'
import type { PublishedResource } from '../content/read/published-content.store.ts'

/** The published resources in the authors' order, with maps to find them. Immutable: a publish replaces it. */
export type ResourceCatalog = {
  resources: PublishedResource[]
  /** Index in `resources`, by public id. */
  indexById: Map<string, number>
  /** By the id of the Notion page. */
  byPageId: Map<string, PublishedResource>
}

/** Sorts the published resources and builds the maps. */
export function resourceCatalog(published: PublishedResource[]): ResourceCatalog {
  const resources = published.toSorted(byPosition)
  return {
    resources,
    indexById: new Map(resources.map(({ id }, index) => [id, index])),
    byPageId: new Map(resources.map((resource) => [resource.page_id, resource])),
  }
}

const MAX_RELATED = 3

/** Returns up to three related resources: first those that the author named, then those that share the most tags. */
export function relatedTo(resource: PublishedResource, { resources, byPageId }: ResourceCatalog): PublishedResource[] {
  const named = resource.related.flatMap((pageId) => byPageId.get(pageId) ?? []).filter((other) => other !== resource)
  if (named.length >= MAX_RELATED) return named.slice(0, MAX_RELATED)

  const similar = resources
    .map((other) => ({ other, shared: other.tags.filter((tag) => resource.tags.includes(tag)).length }))
    .filter(({ other, shared }) => shared > 0 && other !== resource && !named.includes(other))
    // The sort is stable, so resources that share as many tags stay in the authors' order.
    .toSorted((a, b) => b.shared - a.shared)
  return [...named, ...similar.map(({ other }) => other)].slice(0, MAX_RELATED)
}
