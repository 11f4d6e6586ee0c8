import { LoadingHeading } from '../../ui/loading-heading.tsx'
import { Skeleton, TextSkeleton } from '../../ui/skeleton.tsx'

export function CourseHeadSkeleton() {
  return (
    <div role="status">
      <LoadingHeading>Loading course...</LoadingHeading>
      <Skeleton className="h-10 w-80 max-w-full" />
      <TextSkeleton lines={7} narrowLines={13} className="mt-3 text-lg" />
    </div>
  )
}

export function CourseSessionsSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-12">
      <span className="sr-only">Loading sessions...</span>
      {[1, 2].map((row) => (
        <div key={row} className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-4 sm:gap-x-6">
          <Skeleton className="size-10 rounded-full" />
          <div className="pt-1">
            <Skeleton className="h-7 w-56 max-w-full" />
            <Skeleton className="mt-2 h-6 w-full max-w-prose" />
            <Skeleton className="mt-5 h-40 w-full rounded-lg" />
          </div>
        </div>
      ))}
    </div>
  )
}
