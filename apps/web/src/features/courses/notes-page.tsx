import type { ListedNote } from '@academy/contract'
import { useQuery } from '@tanstack/react-query'
import { env } from '../../env.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { SearchedList } from '../../ui/searched-list.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { ExportButton } from './notes/export-button.tsx'
import { NoteCard } from './notes/note-card.tsx'
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
