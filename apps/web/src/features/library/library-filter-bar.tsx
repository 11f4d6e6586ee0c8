import { cx } from '../../ui/class-names.ts'
import { SearchBox } from '../../ui/search-box.tsx'
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
      {tags.length > 0 && (
        <fieldset className="-mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0">
          <legend className="sr-only">Filter by tag</legend>
          <TagButton label="All" pressed={filter.tag === null} onPress={() => filter.setTag(null)} />
          {tags.map((tag) => (
            <TagButton key={tag} label={tag} pressed={filter.tag === tag} onPress={() => filter.setTag(tag)} />
          ))}
        </fieldset>
      )}
    </div>
  )
}

function TagButton({ label, pressed, onPress }: { label: string; pressed: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={cx(
        'min-h-9 shrink-0 rounded-full border px-3.5 text-sm font-medium whitespace-nowrap transition-colors',
        pressed ? 'border-primary bg-primary text-on-primary' : 'border-rule-strong bg-surface text-ink hover:border-ink hover:bg-sunken',
      )}
    >
      {label}
    </button>
  )
}
