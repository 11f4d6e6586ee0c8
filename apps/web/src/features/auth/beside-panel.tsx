import type { ReactNode } from 'react'

/** A form beside the panel about the academy. */
export function BesidePanel({ panel, children }: { panel: ReactNode; children: ReactNode }) {
  return (
    <div className="grid flex-1 max-lg:grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <div className="flex flex-col items-center px-4 py-10 sm:px-8 sm:py-16 lg:bg-surface">
        <div className="w-full max-w-[23rem]">{children}</div>
      </div>
      {panel}
    </div>
  )
}
