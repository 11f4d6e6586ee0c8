import { LoadingHeading } from '../../ui/loading-heading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

export function ResourceSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-8">
      <div>
        <Skeleton className="h-6 w-36" />
        <LoadingHeading>Loading resource...</LoadingHeading>
        <Skeleton className="mt-3 h-10 w-96 max-w-full" />
        <Skeleton className="mt-4 h-7 w-full max-w-prose" />
        <Skeleton className="mt-4 h-6 w-24" />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_18rem]">
        <Skeleton className="h-40 rounded-lg xl:order-last" />
        <div>
          <Skeleton className="h-11 w-full max-w-prose" />
          <Skeleton className="mt-8 h-96 w-full rounded-lg" />
        </div>
      </div>
    </div>
  )
}
