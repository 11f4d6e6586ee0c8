import type { ReactNode } from 'react'

/** The card of a sign-in page, on a grid background. */
export function AuthCard({ children }: { children: ReactNode }) {
  return (
    <div className="squared flex flex-1 flex-col items-center px-4 py-8 sm:py-16">
      <div className="w-full max-w-narrow rounded-lg border border-rule bg-surface p-6 shadow-raised sm:p-9">{children}</div>
    </div>
  )
}
