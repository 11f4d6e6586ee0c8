import type { ListedNote } from '@academy/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { env } from '../../env.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { LabelWithSubject } from '../../ui/label-with-subject.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { SearchedList } from '../../ui/searched-list.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useFurtherCourses } from './course-queries.ts'
import { ExportButton } from './notes/export-button.tsx'
import { notesQuery } from './notes/note-queries.ts'

/** All notes of the user, with a search and an export. It needs no entitlement. */
export default function NotesPage() {
  const query = useQuery(notesQuery())
  return (
    <div data-private className="flex flex-col gap-8">
      <PageHeader
        title="Notes"
        lead="What you wrote beside the tutorials. Only you can see it."
        action={<ExportButton notes={query.data} />}
      />
      <QueryView query={query} loading={<NotesSkeleton />} errorTitle="We couldn't load your notes">
        {(notes) => <NoteList notes={notes} />}
      </QueryView>
    </div>
  )
}

const textOf = ({ text, tutorial }: ListedNote) => `${tutorial?.session_name ?? ''}\n${tutorial?.name ?? ''}\n${text}`

function NoteList({ notes }: { notes: ListedNote[] }) {
  if (notes.length === 0) {
    return (
      <EmptyState
        title="No notes yet"
        action={
          <LinkButton to={paths.course(env.masterCourseId)} variant="secondary">
            Go to the course
          </LinkButton>
        }
      >
        Each tutorial has room for a note below its content. What you write there is saved as you type, and collected here.
      </EmptyState>
    )
  }
  return (
    <SearchedList items={notes} textOf={textOf} noun="note" label="Search notes" covers="your notes and the names of their tutorials">
      {(found) => (
        <ul className="flex flex-col gap-4">
          {found.map((note) => (
            <NoteCard key={note.tutorial_id} note={note} />
          ))}
        </ul>
      )}
    </SearchedList>
  )
}

const NotesSkeleton = () => (
  <Loading label="Loading notes...">
    <Skeleton className="h-11 w-full max-w-prose" />
    <Skeleton className="mt-6 mb-3 h-5 w-16" />
    <div className="flex flex-col gap-4">
      {[1, 2, 3].map((card) => (
        <Skeleton key={card} className="h-40 w-full rounded-lg" />
      ))}
    </div>
  </Loading>
)

/** The length from which a note is collapsed at first. */
const SHORT_LINES = 8
const SHORT_LENGTH = 600

/** A note with its tutorial, as plain text: the Markdown is shown as it was typed. */
function NoteCard({ note: { tutorial_id, text, tutorial, updated_at } }: { note: ListedNote }) {
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
