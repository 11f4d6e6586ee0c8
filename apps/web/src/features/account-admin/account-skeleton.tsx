import { Loading, LoadingHeading, Skeleton } from '../../ui/skeleton.tsx'

export function AccountListSkeleton() {
  return (
    <Loading label="Loading accounts..." className="divide-y divide-rule border-y border-rule">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_9rem_1.25rem]">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-6 w-56" />
          <Skeleton className="h-6 w-28" />
        </div>
      ))}
    </Loading>
  )
}

export function AccountPageSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-10">
      <LoadingHeading>Loading account...</LoadingHeading>
      <div>
        <Skeleton className="h-10 w-72" />
        <Skeleton className="mt-3 h-7 w-96" />
      </div>
      <div>
        <Skeleton className="mb-3 h-9 w-56" />
        <div className="divide-y divide-rule border-y border-rule">
          {[1, 2, 3, 4, 5, 6].map((row) => (
            <div key={row} className="grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[14rem_minmax(0,1fr)]">
              <Skeleton className="h-6 w-44" />
              <Skeleton className="h-6 w-full max-w-prose" />
            </div>
          ))}
        </div>
      </div>
      <Skeleton className="h-40 w-full" />
    </div>
  )
}
