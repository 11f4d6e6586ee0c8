import type { SessionDetail } from '@academy/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { richTextToString } from '../../api/rich-text.ts'
import { paths } from '../../paths.ts'
import { ArrowLeft } from '../../ui/icons.ts'
import { PageHeading } from '../../ui/page-heading.tsx'

/** Layout of a session page: back link, title and description above the content. */
export function SessionLayout({ courseId, session, children }: { courseId: string; session: SessionDetail; children: ReactNode }) {
  const description = richTextToString(session.properties.Description.rich_text)
  return (
    <div className="flex flex-col gap-8">
      <div>
        <Link
          to={paths.course(courseId)}
          className="inline-flex min-h-6 items-center gap-1.5 text-sm text-muted hover:text-ink print:hidden"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          Back to Course
        </Link>
        <PageHeading className="mt-3">{richTextToString(session.properties.Name.title) || 'Untitled Session'}</PageHeading>
        {description && <p className="mt-3 max-w-prose text-lg text-muted">{description}</p>}
      </div>
      {children}
    </div>
  )
}
