import { GrowingGrid } from '../../ui/growing-grid.tsx'
import type { LibraryEntry } from './library-entry.ts'
import { ResourceCard } from './resource-card.tsx'

/** The cards of the library. */
export function ResourceGrid({ entries, filterKey }: { entries: LibraryEntry[]; filterKey: string }) {
  return (
    <GrowingGrid items={entries} listKey={filterKey} noun="resource">
      {(entry) => <ResourceCard entry={entry} headingLevel={2} />}
    </GrowingGrid>
  )
}
