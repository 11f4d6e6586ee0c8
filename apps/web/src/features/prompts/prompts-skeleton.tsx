import { Skeleton } from '../../ui/skeleton.tsx'

export function PromptsSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading prompts...</span>
      <Skeleton className="h-11 w-full max-w-prose" />
      <Skeleton className="mt-6 mb-3 h-6 w-24" />
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {[1, 2, 3].map((card) => (
          <div key={card} className="flex flex-col gap-3 rounded-lg border border-rule p-5">
            <Skeleton className="h-6 w-4/5" />
            <Skeleton className="h-5 w-full" />
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="mt-6 h-5 w-28" />
            <Skeleton className="mt-3 h-6 w-28" />
          </div>
        ))}
      </div>
    </div>
  )
}
