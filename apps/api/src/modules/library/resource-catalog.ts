import { byPosition } from '../content/by-position.ts'
import type { PublishedResource } from '../content/published-content.store.ts'

/** The published resources in the authors' order, with maps to find them. Immutable: a publish replaces it. */
export type ResourceCatalog = {
  resources: PublishedResource[]
  /** Index in `resources`, by public id. */
  indexById: Map<string, number>
  /** By the id of the Notion page. */
  byPageId: Map<string, PublishedResource>
  /** By tag, in the authors' order. */
  byTag: Map<string, PublishedResource[]>
}

/** Sorts the published resources and builds the maps. */
export function resourceCatalog(published: PublishedResource[]): ResourceCatalog {
  const resources = published.toSorted(byPosition)
  const byTag = new Map<string, PublishedResource[]>()
  for (const resource of resources) {
    for (const tag of resource.tags) {
      const tagged = byTag.get(tag)
      if (tagged) tagged.push(resource)
      else byTag.set(tag, [resource])
    }
  }
  return {
    resources,
    indexById: new Map(resources.map(({ id }, index) => [id, index])),
    byPageId: new Map(resources.map((resource) => [resource.page_id, resource])),
    byTag,
  }
}

const MAX_RELATED = 3

/** Returns up to three related resources (LIB-17): first those that the author named, then those that share the most tags. */
export function relatedTo(resource: PublishedResource, { byPageId, byTag }: ResourceCatalog): PublishedResource[] {
  const named = resource.related.flatMap((pageId) => byPageId.get(pageId) ?? []).filter((other) => other !== resource)
  if (named.length >= MAX_RELATED) return named.slice(0, MAX_RELATED)

  const sharedTags = new Map<PublishedResource, number>()
  for (const tag of resource.tags) {
    for (const other of byTag.get(tag) ?? []) {
      if (other !== resource && !named.includes(other)) sharedTags.set(other, (sharedTags.get(other) ?? 0) + 1)
    }
  }
  const similar = [...sharedTags].toSorted(([a, sharedByA], [b, sharedByB]) => sharedByB - sharedByA || byPosition(a, b))
  return [...named, ...similar.map(([other]) => other)].slice(0, MAX_RELATED)
}
