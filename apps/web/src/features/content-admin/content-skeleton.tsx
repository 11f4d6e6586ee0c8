import { Loading, Skeleton } from '../../ui/skeleton.tsx'

export function ContentSkeleton() {
  return (
    <Loading label="Loading content status..." className="flex flex-col gap-10">
      <div>
        <Skeleton className="h-7 w-48" />
        <div className="mt-4 grid grid-cols-2 gap-x-6 gap-y-5 border-y border-rule py-5 sm:grid-cols-5">
          {[1, 2, 3, 4, 5].map((count) => (
            <div key={count}>
              <Skeleton className="h-10 w-16" />
              <Skeleton className="mt-1 h-5 w-20" />
            </div>
          ))}
        </div>
      </div>
      <div>
        <Skeleton className="h-7 w-20" />
        <Skeleton className="mt-2 h-7 w-96" />
        <Skeleton className="mt-4 h-11 w-64" />
      </div>
      <div>
        <Skeleton className="h-7 w-32" />
        <Skeleton className="mt-4 h-48 w-full" />
      </div>
    </Loading>
  )
}
