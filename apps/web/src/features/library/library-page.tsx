import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { FeatureGate } from '../../account/feature-gate.tsx'
import { ToolSetupButton } from '../../account/tools/tool-setup-button.tsx'
import { useAccount } from '../../account/use-account.ts'
import { paths } from '../../paths.ts'
import { BodyMatches } from '../../ui/body-matches.tsx'
import { CardGridSkeleton } from '../../ui/card-grid-skeleton.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { InfiniteGrid } from '../../ui/infinite-grid.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { NoMatches } from '../../ui/no-matches.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { formatCount, pluralize } from '../../ui/pluralize.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { TagFilter } from '../../ui/tag-filter.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useUrlSearch } from '../../ui/use-url-search.ts'
import { type BodyMatch, collectTags, filterEntries, findInBodiesAlone, type LibraryEntry } from './library-entry.ts'
import { libraryQuery, resourceSearchQuery } from './library-queries.ts'
import { ResourceCard } from './resource-card.tsx'

/** The Prompt Library with search and tag filter. */
export default function LibraryPage() {
  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        title="Prompt Library"
        lead="Ready-made prompts for recurring work, with code and notes. Copy one, swap in your details, run it."
      />
      <FeatureGate feature="resources" redirectTo={paths.dashboard()} loading={<LibrarySkeleton />}>
        <ResourceLoader />
      </FeatureGate>
    </div>
  )
}

/** Loads the whole library inside the gate: the API refuses accounts without `resources`. */
function ResourceLoader() {
  return (
    <QueryView
      query={useQuery(libraryQuery())}
      loading={<LibrarySkeleton />}
      errorTitle="Error loading resources"
      message="Please try again later"
    >
      {(entries) => <ResourceBrowser entries={entries} />}
    </QueryView>
  )
}

function ResourceBrowser({ entries }: { entries: LibraryEntry[] }) {
  const filter = useLibraryFilter()
  const { tag } = filter
  // The cards follow after the key is painted, in a render that the next key interrupts.
  const search = useDeferredValue(filter.search)
  const { matches, inBodies, isSearching } = useMatches(entries, search, tag)
  const total = pluralize(entries.length, 'resource')
  const count = matches.length === entries.length ? total : `${formatCount(matches.length)} of ${total}`
  const tags = collectTags(entries)
  if (entries.length === 0) {
    return <EmptyLibrary />
  }
  return (
    <div>
      <div className="flex flex-col gap-4">
        <SearchBox label="Search resources" placeholder="Search resources..." {...filter.box} />
        {tags.length > 0 && (
          <TagFilter
            tags={tags}
            selected={tag}
            onSelect={filter.setTag}
            count={(name) => filterEntries(entries, { search: '', tag: name }).length}
          />
        )}
      </div>
      <div className="mt-6 mb-3 flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-sm text-muted tabular-nums">
          {isSearching ? 'Searching...' : count}
        </p>
        <ToolSetupButton />
      </div>
      {matches.length > 0 && (
        <InfiniteGrid items={matches} listKey={JSON.stringify([search, tag])} noun="resource">
          {(entry) => <ResourceCard entry={entry} />}
        </InfiniteGrid>
      )}
      {inBodies.length > 0 && (
        <BodyMatches found={inBodies.map(({ entry, snippet }) => ({ to: paths.resource(entry.id), title: entry.title, snippet }))} />
      )}
      {matches.length === 0 && inBodies.length === 0 && !isSearching && (
        <NoMatches nouns="resources" onShowAll={filter.reset}>
          No matches for {search.trim() ? <span data-private>“{search.trim()}”</span> : 'this filter'}
          {search.trim() && tag !== null ? ` under ${tag}` : ''}. Search covers titles, descriptions and contents.
        </NoMatches>
      )}
    </div>
  )
}

function EmptyLibrary() {
  const { entitlements } = useAccount()
  return (
    <EmptyState
      title="No resources found"
      action={
        entitlements.is_admin && (
          <LinkButton to={paths.content()} size="sm">
            Open Content
          </LinkButton>
        )
      }
    >
      {entitlements.is_admin ? 'Learners see resources here as soon as you publish them in Notion.' : 'New ones will appear here.'}
    </EmptyState>
  )
}

/** Returns the entries that match, and those of which only the bodies do. A hook of its own, so that the compiler keeps its result while only the search box changes. */
function useMatches(entries: LibraryEntry[], search: string, tag: string | null) {
  const bodyMatches = useBodyMatches(search)
  const found = useDeferredValue(bodyMatches.found)
  const matches = filterEntries(entries, { search, tag })
  const inBodies = findInBodiesAlone(entries, { search, tag }, found)
  // Matches in bodies may still come.
  const isSearching = matches.length === 0 && inBodies.length === 0 && (bodyMatches.isSearching || found !== bodyMatches.found)
  return { matches, inBodies, isSearching }
}

const LibrarySkeleton = () => <CardGridSkeleton label="Loading resources..." cards={6} hasTags />

/** Search text and selected tag, both in the URL. */
function useLibraryFilter() {
  const { params, search, box, updateSearch, reset } = useUrlSearch()
  return {
    search,
    box,
    tag: params.get('tag'),
    setTag: (tag: string | null) => updateSearch(search, (url) => (tag === null ? url.delete('tag') : url.set('tag', tag))),
    reset: () => reset((url) => url.delete('tag')),
  }
}

const DEBOUNCE_MS = 250
/** The length limit of the API. */
const MAX_QUERY_LENGTH = 200
const NO_MATCHES: BodyMatch[] = []

/**
 * Searches the bodies of the resources for the words of a text. `found` is empty until the API responds. `isSearching` is false after a failure, also while the search is repeated.
 */
function useBodyMatches(text: string): { found: BodyMatch[]; isSearching: boolean } {
  const query = text.trim().slice(0, MAX_QUERY_LENGTH)
  const debouncedQuery = useDebounced(query, DEBOUNCE_MS)
  const search = useQuery({
    ...resourceSearchQuery(debouncedQuery),
    enabled: debouncedQuery !== '',
    placeholderData: keepPreviousData,
  })
  if (query === '') return { found: NO_MATCHES, isSearching: false }
  return { found: search.data ?? NO_MATCHES, isSearching: debouncedQuery !== query || (search.isFetching && search.failureCount === 0) }
}
