import type { PublishedResource } from '../content/published-content.store.ts'

/** The resources in the authors' order. Immutable: a publish replaces it. */
export type Catalogue = {
  resources: PublishedResource[]
  /** Public id to position. */
  places: Map<string, number>
  byPageId: Map<string, PublishedResource>
  /** By tag, in the authors' order. */
  byTag: Map<string, PublishedResource[]>
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Sorts by the author's order; resources without a position come last. Ties have the same order on every instance. */
const byPosition = (a: PublishedResource, b: PublishedResource): number =>
  (a.position ?? Number.POSITIVE_INFINITY) - (b.position ?? Number.POSITIVE_INFINITY) || compare(a.name, b.name) || compare(a.id, b.id)

export function catalogueOf(published: PublishedResource[]): Catalogue {
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
    places: new Map(resources.map(({ id }, place) => [id, place])),
    byPageId: new Map(resources.map((resource) => [resource.page_id, resource])),
    byTag,
  }
}

const MAX_RELATED = 3

/** Returns up to three related resources (LIB-17): first those that the author named, then those that share the most tags. */
export function relatedTo(resource: PublishedResource, { byPageId, byTag }: Catalogue): PublishedResource[] {
  const named = resource.related.flatMap((pageId) => byPageId.get(pageId) ?? []).filter((other) => other !== resource)
  if (named.length >= MAX_RELATED) return named.slice(0, MAX_RELATED)

  const sharedTags = new Map<PublishedResource, number>()
  for (const tag of resource.tags) {
    for (const other of byTag.get(tag) ?? []) {
      if (other !== resource && !named.includes(other)) sharedTags.set(other, (sharedTags.get(other) ?? 0) + 1)
    }
  }
  const alike = [...sharedTags].toSorted(([a, sharedByA], [b, sharedByB]) => sharedByB - sharedByA || byPosition(a, b))
  return [...named, ...alike.map(([other]) => other)].slice(0, MAX_RELATED)
}
