import { useLayoutEffect, useRef } from 'react'
import { centerInRow } from './center-in-row.ts'
import { cx } from './class-names.ts'

type TagFilterProps = {
  tags: string[]
  selected: string | null
  onSelect: (tag: string | null) => void
  /** Returns the number of items with a tag, or of all for null. */
  count?: (tag: string | null) => number
}

/** Buttons for "All" and each tag. One tag at a time. */
export function TagFilter({ tags, selected, onSelect, count }: TagFilterProps) {
  const row = useRef<HTMLFieldSetElement>(null)

  // The row may be wider than the screen, and the selected tag may come from the URL.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tag is pressed when `selected` changes
  useLayoutEffect(() => centerInRow(row.current, row.current?.querySelector('[aria-pressed="true"]')), [selected])

  return (
    <fieldset ref={row} className="-mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 pt-1 pb-3 [scrollbar-width:thin] sm:mx-0 sm:px-0">
      <legend className="sr-only">Filter by tag</legend>
      {[null, ...tags].map((tag) => (
        <TagButton key={tag} label={tag ?? 'All'} count={count?.(tag)} pressed={selected === tag} onPress={() => onSelect(tag)} />
      ))}
    </fieldset>
  )
}

type TagButtonProps = { label: string; count: number | undefined; pressed: boolean; onPress: () => void }

function TagButton({ label, count, pressed, onPress }: TagButtonProps) {
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
      {count !== undefined && <span className="text-xs opacity-80 tabular-nums"> {count}</span>}
    </button>
  )
}
