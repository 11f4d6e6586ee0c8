import { Skeleton } from '../../ui/skeleton.tsx'

export function LibrarySkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading resources...</span>
      <Skeleton className="h-11 w-full max-w-prose" />
      <div className="mt-4 flex gap-2 overflow-hidden py-1">
        {['w-12', 'w-24', 'w-20', 'w-28', 'w-24'].map((width, index) => (
          <Skeleton key={index} className={`h-9 shrink-0 rounded-full ${width}`} />
        ))}
      </div>
      <Skeleton className="mt-6 mb-3 h-6 w-28" />
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {[1, 2, 3, 4, 5, 6].map((card) => (
          <div key={card} className="flex flex-col gap-3 rounded-lg border border-rule p-5">
            <Skeleton className="h-6 w-4/5" />
            <Skeleton className="h-5 w-full" />
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="mt-8 h-5 w-24" />
            <Skeleton className="mt-3 h-6 w-32" />
          </div>
        ))}
      </div>
    </div>
  )
}
