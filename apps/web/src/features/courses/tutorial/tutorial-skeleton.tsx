import { Loading, Skeleton } from '../../../ui/skeleton.tsx'

export function TutorialSkeleton() {
  return (
    <Loading label="Loading tutorial..." className="flex flex-col gap-10">
      <div className="flex max-w-prose flex-col gap-3">
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-11/12" />
        <Skeleton className="h-4 w-4/5" />
      </div>
      <Skeleton className="aspect-video w-full rounded-lg" />
      <Skeleton className="h-96 w-full rounded-lg" />
    </Loading>
  )
}
