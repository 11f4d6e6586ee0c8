import { cx } from '../../ui/class-names.ts'
import { Search } from '../../ui/icons.ts'
import { TextInput } from '../../ui/text-input.tsx'
import type { useLibraryFilter } from './use-library-filter.ts'

type LibraryFilterBarProps = { tags: string[]; filter: ReturnType<typeof useLibraryFilter> }

/** Search and tags. One tag at a time (D-59). */
export function LibraryFilterBar({ tags, filter }: LibraryFilterBarProps) {
  return (
    <div className="flex flex-col gap-4">
      <div className="relative max-w-prose">
        <Search aria-hidden="true" className="pointer-events-none absolute top-3 left-3 size-5 text-muted" />
        <TextInput
          type="search"
          aria-label="Search resources"
          placeholder="Search resources..."
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          value={filter.search}
          onChange={(event) => filter.setSearch(event.target.value)}
          onBlur={filter.settle}
          className="pl-10"
        />
      </div>
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
