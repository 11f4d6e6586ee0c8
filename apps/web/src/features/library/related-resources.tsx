import type { RelatedResource } from '@academy/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { firstCategory } from './library-entry.ts'
import { prefetchResource, relatedQuery } from './library-queries.ts'
import { ResourceTags } from './resource-tags.tsx'

/** Up to three related resources; renders nothing without any. */
export function RelatedResources({ id, className }: { id: string; className: string }) {
  const { data: related, error, isFetching, refetch } = useQuery(relatedQuery(id))
  if (related?.length === 0) return null
  const failed = error && !related && !isFetching
  return (
    <section aria-labelledby="related-resources" className={className}>
      <h2 id="related-resources" className="mb-3 text-lg">
        Related resources
      </h2>
      {failed ? (
        <ErrorState title="Error loading related resources" onRetry={() => void refetch()} headingLevel={3} className="p-5" />
      ) : (
        <ul className="divide-y divide-rule border-y border-rule">
          {related
            ? related.map((resource) => (
                <li key={resource.id}>
                  <RelatedLink resource={resource} />
                </li>
              ))
            : [1, 2, 3].map((row) => (
                <li key={row} className="py-4">
                  <Skeleton className="h-5 w-4/5" />
                  <Skeleton className="mt-2 h-4 w-full" />
                </li>
              ))}
        </ul>
      )}
    </section>
  )
}

function RelatedLink({ resource }: { resource: RelatedResource }) {
  const client = useQueryClient()
  const prefetch = () => prefetchResource(client, resource.id)
  const { id, title, description, categories } = resource
  return (
    <Link
      to={paths.resource(id)}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      className="group -mx-3 block rounded-md px-3 py-4 hover:bg-sunken"
    >
      <span className="block font-semibold group-hover:underline">{title}</span>
      {description && <span className="mt-1 line-clamp-2 text-sm text-muted">{description}</span>}
      <span className="mt-2 block">
        <ResourceTags entry={{ category: firstCategory(categories), categories, isPremium: false }} />
      </span>
    </Link>
  )
}
