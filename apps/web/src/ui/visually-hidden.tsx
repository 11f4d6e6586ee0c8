import type { ReactNode } from 'react'

/** Text that only screen readers read. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => <span className="sr-only">{children}</span>
