import type { ListedNote } from '@academy/contract'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { formatDate } from '../../../ui/format-date.ts'
import { LabelWithSubject } from '../../../ui/label-with-subject.tsx'
import { useFurtherCourses } from '../course-queries.ts'

/** The length from which a note is collapsed at first. */
const SHORT_LINES = 8
const SHORT_LENGTH = 600

/** A note with its tutorial, as plain text: the Markdown is shown as it was typed. */
export function NoteCard({ note: { tutorial_id, text, tutorial, updated_at } }: { note: ListedNote }) {
  const [isExpanded, setExpanded] = useState(false)
  const course = useFurtherCourses().find(({ id }) => id === tutorial?.course_id)
  const id = useId()
  const isLong = text.length > SHORT_LENGTH || text.split('\n').length > SHORT_LINES
  const name = tutorial?.name ?? 'A tutorial that is no longer available'
  return (
    <li className="rounded-lg border border-rule bg-surface p-5 sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg wrap-anywhere">
          {tutorial ? (
            <Link to={paths.tutorial(tutorial.course_id, tutorial.session_id, tutorial_id)} className="text-link">
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        <p className="text-xs text-muted">
          Changed <time dateTime={updated_at}>{formatDate(updated_at)}</time>
        </p>
      </div>
      {tutorial && <p className="text-sm text-muted">{course ? `${course.name}: ${tutorial.session_name}` : tutorial.session_name}</p>}
      <p id={id} dir="auto" className={cx('mt-3 max-w-prose whitespace-pre-wrap wrap-anywhere', isLong && !isExpanded && 'line-clamp-8')}>
        {text.trim()}
      </p>
      {isLong && (
        <Button
          variant="ghost"
          size="sm"
          className="mt-2 -ml-3"
          aria-expanded={isExpanded}
          aria-controls={id}
          onClick={() => setExpanded(!isExpanded)}
        >
          <LabelWithSubject label={isExpanded ? 'Show less' : 'Show all'} subject={name} />
        </Button>
      )}
    </li>
  )
}
