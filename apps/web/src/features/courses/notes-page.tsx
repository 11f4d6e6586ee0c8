import type { ListedNote } from '@academy/contract'
import { foldText } from '@academy/contract/fold-text'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { env } from '../../env.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pluralize } from '../../ui/pluralize.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useUrlSearch } from '../../ui/use-url-search.ts'
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

const searchText = ({ text, tutorial }: ListedNote) => foldText(`${tutorial?.session_name ?? ''}\n${tutorial?.name ?? ''}\n${text}`)

function NoteList({ notes }: { notes: ListedNote[] }) {
  const { search, setSearch, flush, updateSearch } = useUrlSearch()
  const searchBox = useRef<HTMLInputElement>(null)
  // Folded once, not on every keystroke.
  const searchTexts = notes.map(searchText)
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
  const words = foldText(search).split(' ').filter(Boolean)
  const found = notes.filter((_note, index) => words.every((word) => searchTexts[index]?.includes(word)))
  const showAll = () => {
    updateSearch('')
    // The button disappears.
    searchBox.current?.focus()
  }
  const all = pluralize(notes.length, 'note')
  return (
    <div>
      <SearchBox ref={searchBox} label="Search notes" placeholder="Search notes..." value={search} onChange={setSearch} onBlur={flush} />
      <p role="status" className="mt-6 mb-3 text-sm text-muted tabular-nums">
        {found.length === notes.length ? all : `${found.length} of ${all}`}
      </p>
      {found.length > 0 ? (
        <ul className="flex flex-col gap-4">
          {found.map((note) => (
            <NoteCard key={note.tutorial_id} note={note} />
          ))}
        </ul>
      ) : (
        <EmptyState
          title="No notes found"
          action={
            <Button variant="secondary" size="sm" onClick={showAll}>
              Show all notes
            </Button>
          }
        >
          No matches for “{search.trim()}”. Search covers your notes and the names of their tutorials.
        </EmptyState>
      )}
    </div>
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
