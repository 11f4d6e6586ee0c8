import { Gate } from '../../account/gate.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/counted.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { type LibraryEntry, matching, tagsOf } from './library-entry.ts'
import { LibraryFilterBar } from './library-filter-bar.tsx'
import { LibrarySkeleton } from './library-skeleton.tsx'
import { ResourceGrid } from './resource-grid.tsx'
import { useLibrary } from './use-library.ts'
import { useLibraryFilter } from './use-library-filter.ts'

/** The Prompt Library: everything in it, searched and filtered as one types. */
export default function LibraryPage() {
  return (
    <div className="flex flex-col gap-8">
      <header>
        <PageHeading>Prompt Library</PageHeading>
        <p className="mt-3 max-w-prose text-lg text-muted">
          Prompts for work that comes back, with the code and the notes that go with them. Copy one, change the names, use it.
        </p>
      </header>
      <Gate feature="resources" redirectTo={paths.dashboard()} loading={<LibrarySkeleton />}>
        <Resources />
      </Gate>
    </div>
  )
}

function Resources() {
  const library = useLibrary()
  if (library.status === 'loading') return <LibrarySkeleton />
  if (library.status === 'ready') return <Shelf entries={library.entries} />
  return <ErrorState title="Error loading resources" message="Please try again later" onRetry={library.retry} />
}

function Shelf({ entries }: { entries: LibraryEntry[] }) {
  const filter = useLibraryFilter()
  const found = matching(entries, filter)
  const all = counted(entries.length, 'resource')
  if (entries.length === 0) {
    return <EmptyState title="No resources found">Resources appear here as soon as the first one is published.</EmptyState>
  }
  return (
    <div>
      <LibraryFilterBar tags={tagsOf(entries)} filter={filter} />
      <p role="status" className="mt-6 mb-3 text-sm text-muted tabular-nums">
        {found.length === entries.length ? all : `${found.length.toLocaleString('en')} of ${all}`}
      </p>
      {found.length > 0 ? (
        <ResourceGrid entries={found} filterKey={JSON.stringify([filter.search, filter.tag])} />
      ) : (
        <EmptyState
          title="No resources found"
          action={
            <Button variant="secondary" size="sm" onClick={filter.reset}>
              Show all resources
            </Button>
          }
        >
          Nothing here fits {filter.search.trim() ? `“${filter.search.trim()}”` : 'this filter'}
          {filter.search.trim() && filter.tag !== null ? ` under ${filter.tag}` : ''}. Search looks at titles and descriptions.
        </EmptyState>
      )}
    </div>
  )
}
