import { Loading, Skeleton } from './skeleton.tsx'

type CardGridSkeletonProps = {
  label: string
  cards: number
  /** Adds a row of tags. */
  hasTags?: boolean
}

/** Placeholder of a search box with a grid of cards. */
export const CardGridSkeleton = ({ label, cards, hasTags = false }: CardGridSkeletonProps) => (
  <Loading label={label}>
    <Skeleton className="h-11 w-full max-w-prose" />
    {hasTags && (
      <div className="mt-4 flex gap-2 overflow-hidden py-1">
        {['w-12', 'w-24', 'w-20', 'w-28', 'w-24'].map((width, index) => (
          <Skeleton key={index} className={`h-9 shrink-0 rounded-full ${width}`} />
        ))}
      </div>
    )}
    <Skeleton className="mt-6 mb-3 h-6 w-28" />
    <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {Array.from({ length: cards }, (_, card) => (
        <div key={card} className="flex flex-col gap-3 rounded-lg border border-rule p-5">
          <Skeleton className="h-6 w-4/5" />
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="mt-8 h-5 w-28" />
          <Skeleton className="mt-3 h-6 w-28" />
        </div>
      ))}
    </div>
  </Loading>
)
