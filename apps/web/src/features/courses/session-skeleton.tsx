import { LoadingHeading } from '../../ui/loading-heading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SpinnerIcon } from '../../ui/spinner.tsx'
import { TutorialSkeleton } from './tutorial/tutorial-skeleton.tsx'

/** Skeleton of a session page (ERR-47). */
export function SessionSkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <div>
        <Skeleton className="h-6 w-32" />
        <div className="mt-3 flex h-5 items-center gap-2 text-muted">
          <SpinnerIcon className="size-4" />
          <LoadingHeading className="font-text text-sm font-medium tracking-normal">Loading session...</LoadingHeading>
        </div>
        <Skeleton className="mt-1 h-5 w-full max-w-prose" />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="flex flex-col gap-2 lg:order-last">
          <Skeleton className="h-6 w-32" />
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-9 w-full" />
        </div>
        <div className="flex flex-col gap-10">
          <div>
            <Skeleton className="h-12 w-96 max-w-full" />
            <Skeleton className="mt-4 h-6 w-24" />
          </div>
          <TutorialSkeleton />
        </div>
      </div>
    </div>
  )
}
