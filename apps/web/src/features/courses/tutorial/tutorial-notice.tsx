import type { ReactNode } from 'react'

/** Stands in place of the content of a tutorial: why it is not shown, and what the user can do. */
export const TutorialNotice = ({ children }: { children: ReactNode }) => (
  <div className="relative isolate overflow-hidden rounded-lg border border-rule-strong bg-surface px-6 py-10 sm:px-10 sm:py-12">
    <div className="flex max-w-[32rem] flex-col items-start gap-4">{children}</div>
  </div>
)
