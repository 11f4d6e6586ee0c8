import { useLayoutEffect, useRef } from 'react'
import { centerInRow } from './center-in-row.ts'
import { cx } from './class-names.ts'

type TagFilterProps = { tags: string[]; selected: string | null; onSelect: (tag: string | null) => void }

/** Buttons for "All" and each tag. One tag at a time. */
export function TagFilter({ tags, selected, onSelect }: TagFilterProps) {
  const row = useRef<HTMLFieldSetElement>(null)

  // On phones the row is wider than the screen, and the selected tag may come from the URL.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tag is pressed when `selected` changes
  useLayoutEffect(() => centerInRow(row.current, row.current?.querySelector('[aria-pressed="true"]')), [selected])

  return (
    <fieldset ref={row} className="hidden-scroll-bar -mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:px-0">
      <legend className="sr-only">Filter by tag</legend>
      <TagButton label="All" pressed={selected === null} onPress={() => onSelect(null)} />
      {tags.map((tag) => (
        <TagButton key={tag} label={tag} pressed={selected === tag} onPress={() => onSelect(tag)} />
      ))}
    </fieldset>
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
