import { SearchBox } from '../../ui/search-box.tsx'
import { TagFilter } from '../../ui/tag-filter.tsx'
import type { useLibraryFilter } from './use-library-filter.ts'

type LibraryFilterBarProps = { tags: string[]; filter: ReturnType<typeof useLibraryFilter> }

/** Search box and tag filter. One tag at a time (D-59). */
export function LibraryFilterBar({ tags, filter }: LibraryFilterBarProps) {
  return (
    <div className="flex flex-col gap-4">
      <SearchBox
        label="Search resources"
        placeholder="Search resources..."
        value={filter.search}
        onChange={filter.setSearch}
        onBlur={filter.flush}
      />
      {tags.length > 0 && <TagFilter tags={tags} selected={filter.tag} onSelect={filter.setTag} />}
    </div>
  )
}
