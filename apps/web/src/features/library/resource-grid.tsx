import { InfiniteGrid } from '../../ui/infinite-grid.tsx'
import type { LibraryEntry } from './library-entry.ts'
import { ResourceCard } from './resource-card.tsx'

export function ResourceGrid({ entries, filterKey }: { entries: LibraryEntry[]; filterKey: string }) {
  return (
    <InfiniteGrid items={entries} listKey={filterKey} noun="resource">
      {(entry) => <ResourceCard entry={entry} headingLevel={2} />}
    </InfiniteGrid>
  )
}
