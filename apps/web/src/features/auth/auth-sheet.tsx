import type { ReactNode } from 'react'

/** The sheet on which a sign-in form is written, on squared paper. */
export function AuthSheet({ children }: { children: ReactNode }) {
  return (
    <div className="squared flex flex-1 flex-col items-center px-4 py-8 sm:py-16">
      <div className="w-full max-w-narrow rounded-lg border border-rule bg-surface p-6 shadow-raised sm:p-9">{children}</div>
    </div>
  )
}
