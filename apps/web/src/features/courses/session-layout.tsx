import type { SessionDetail } from '@academy/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { richTextToString } from '../../api/rich-text.ts'
import { paths } from '../../paths.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { sessionsQuery } from './course-queries.ts'

type SessionLayoutProps = {
  courseId: string
  session: SessionDetail
  /** The position of the shown tutorial in the session, from 1. Its title is the page's heading. */
  position?: { number: number; total: number }
  children: ReactNode
}

/** Layout of a session page: back link, and the session's title above the content, as a breadcrumb while a tutorial is shown. */
export function SessionLayout({ courseId, session, position, children }: SessionLayoutProps) {
  const { data: sessions } = useQuery({ ...sessionsQuery(courseId), enabled: position !== undefined })
  const number = sessions?.find(({ id }) => id === session.id)?.number
  const title = richTextToString(session.properties.Name.title) || 'Untitled Session'
  const description = richTextToString(session.properties.Description.rich_text)
  const backLink = (
    <div className="print:hidden">
      <BackLink to={paths.course(courseId)} variant="link">
        Back to Course
      </BackLink>
    </div>
  )
  if (!position) {
    return (
      <div className="flex flex-col gap-8">
        <div>
          {backLink}
          <PageHeading className="mt-3">{title}</PageHeading>
          {description && <p className="mt-3 max-w-prose text-lg text-muted">{description}</p>}
        </div>
        {children}
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-6">
      <div>
        {backLink}
        <div className="mt-3 flex flex-wrap items-baseline gap-x-2 text-sm tabular-nums">
          {number !== undefined && <span className="font-semibold">{number}</span>}
          <PageHeading className="font-text! text-sm! font-semibold! tracking-normal!">{title}</PageHeading>
          <span className="text-muted">
            · {position.number} of {position.total}
          </span>
        </div>
        {description && <p className="mt-1 max-w-prose text-sm text-muted">{description}</p>}
      </div>
      {children}
    </div>
  )
}
