import { LoadingHeading } from '../../ui/loading-heading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

export function PromptSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-8">
      <div>
        <Skeleton className="h-6 w-36" />
        <LoadingHeading>Loading prompt...</LoadingHeading>
        <Skeleton className="mt-3 h-10 w-96 max-w-full" />
        <Skeleton className="mt-4 h-7 w-full max-w-prose" />
        <Skeleton className="mt-3 h-5 w-32" />
      </div>
      <div>
        <Skeleton className="h-11 w-full max-w-prose" />
        <Skeleton className="mt-8 h-80 w-full rounded-lg" />
      </div>
    </div>
  )
}
