import type { SessionDetail } from '@academy/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { richTextToString } from '../../api/rich-text.ts'
import { paths } from '../../paths.ts'
import { ArrowLeft } from '../../ui/icons.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { sessionsQuery } from './course-queries.ts'

type SessionLayoutProps = {
  courseId: string
  session: SessionDetail
  /** The position of the shown tutorial in the session, from 1. Its title is the page's heading (LEARN-14). */
  position?: { number: number; total: number }
  children: ReactNode
}

/** Layout of a session page: back link, and the session's title above the content, as a breadcrumb while a tutorial is shown. */
export function SessionLayout({ courseId, session, position, children }: SessionLayoutProps) {
  const { data: sessions } = useQuery({ ...sessionsQuery(), enabled: position !== undefined })
  const number = sessions?.find(({ id }) => id === session.id)?.number
  const title = richTextToString(session.properties.Name.title) || 'Untitled Session'
  const description = richTextToString(session.properties.Description.rich_text)
  const backLink = (
    <Link to={paths.course(courseId)} className="inline-flex min-h-6 items-center gap-1.5 text-sm text-muted hover:text-ink print:hidden">
      <ArrowLeft aria-hidden="true" className="size-4" />
      Back to Course
    </Link>
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
