import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { relatedQuery } from './library-queries.ts'
import { RelatedLink } from './related-link.tsx'

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
