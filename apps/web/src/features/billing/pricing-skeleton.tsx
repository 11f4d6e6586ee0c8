import { Loading, Skeleton } from '../../ui/skeleton.tsx'

export function PricingSkeleton() {
  return (
    <Loading className="flex flex-col gap-5">
      <div className="flex items-end justify-between gap-6">
        <div>
          <Skeleton className="h-7 w-56" />
          <Skeleton className="mt-2 h-5 w-64" />
        </div>
        <Skeleton className="h-10 w-32" />
      </div>
      <Skeleton className="h-56" />
      <div className="grid gap-5 sm:grid-cols-2">
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    </Loading>
  )
}
