/** How many tutorials are done, in words and as a bar. */
export function ProgressBar({ done, total }: { done: number; total: number }) {
  return (
    <div className="flex items-center gap-4">
      <progress
        aria-label="Progress in the course"
        value={done}
        max={total}
        className="h-2 min-w-0 flex-1 appearance-none overflow-hidden rounded-full border-0 bg-sunken outline-1 outline-rule forced-colors:outline-[CanvasText] [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
      />
      <span className="shrink-0 text-sm text-muted tabular-nums">
        {done} of {total} done
      </span>
    </div>
  )
}
