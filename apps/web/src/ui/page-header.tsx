import type { ReactNode } from 'react'
import { PageHeading } from './page-heading.tsx'

type PageHeaderProps = {
  title: string
  /** What the page is for, in a sentence. */
  lead: ReactNode
  /** Stands above the title, such as a link back. */
  above?: ReactNode
  /** The main action of the page, beside the title. */
  action?: ReactNode
  children?: ReactNode
}

/** The title of a page, what it is for, and its main action. */
export const PageHeader = ({ title, lead, above, action, children }: PageHeaderProps) => (
  <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-5">
    <div className="min-w-0">
      {above && <div className="mb-2">{above}</div>}
      <PageHeading>{title}</PageHeading>
      <p className="mt-3 max-w-prose text-lg text-muted">{lead}</p>
      {children}
    </div>
    {action}
  </header>
)
