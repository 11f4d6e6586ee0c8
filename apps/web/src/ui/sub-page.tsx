import type { ReactNode } from 'react'
import { BackLink } from './back-link.tsx'
import { PageHeader } from './page-header.tsx'

type SubPageProps = {
  /** The page above, to which a link leads. */
  parent: { name: string; to: string }
  title: string
  /** What the page is for, in a sentence. */
  lead: ReactNode
  /** The main action of the page, beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** A page below another one, with private content. */
export const SubPage = ({ parent, children, ...header }: SubPageProps) => (
  <div data-private className="flex flex-col gap-8">
    <PageHeader
      above={
        <BackLink to={parent.to} variant="link">
          {parent.name}
        </BackLink>
      }
      {...header}
    />
    {children}
  </div>
)
