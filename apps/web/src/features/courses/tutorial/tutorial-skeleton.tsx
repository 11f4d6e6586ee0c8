import { Skeleton } from '../../../ui/skeleton.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'

export function TutorialSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-10">
      <VisuallyHidden>Loading tutorial...</VisuallyHidden>
      <div className="flex max-w-prose flex-col gap-3">
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-11/12" />
        <Skeleton className="h-4 w-4/5" />
      </div>
      <Skeleton className="aspect-video w-full rounded-lg" />
      <Skeleton className="h-96 w-full rounded-lg" />
    </div>
  )
}
