import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from './button.tsx'
import { pluralize } from './pluralize.ts'

/** Items per batch, about two large screens. A multiple of every column count. */
const BATCH_SIZE = 24
/** How far below the viewport the next batch starts to render. */
const ROOT_MARGIN = '1200px'

/** Number of rendered items by history entry, so that going back restores the height of the page. */
const shownByHistoryKey = new Map<string, number>()

type InfiniteGridProps<T> = {
  items: readonly T[]
  /** Identifies the search or filter. A new key starts again with the first batch. */
  listKey: string
  /** Singular noun for an item, for example 'resource'. */
  noun: string
  children: (item: T) => ReactNode
}

/** A grid of cards that renders more while the user scrolls: thousands of cards would slow down each keystroke of a search. */
export function InfiniteGrid<T extends { id: string }>({ items, listKey, noun, children }: InfiniteGridProps<T>) {
  const { key } = useLocation()
  const [list, setList] = useState({ listKey, shown: shownByHistoryKey.get(key) ?? BATCH_SIZE })
  const shown = list.listKey === listKey ? list.shown : BATCH_SIZE
  const rest = items.length - shown

  useEffect(() => {
    shownByHistoryKey.set(key, shown)
  }, [key, shown])

  return (
    <>
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {items.slice(0, shown).map((item) => (
          <li
            key={item.id}
            className="group relative flex flex-col rounded-lg border border-rule bg-surface shadow-raised transition-colors hover:border-ink"
          >
            {children(item)}
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <LoadMore
          key={shown}
          label={`Show more (${pluralize(rest, noun)} left)`}
          onLoadMore={() => setList({ listKey, shown: shown + BATCH_SIZE })}
        />
      )}
    </>
  )
}

/** Loads the next batch when it comes near the viewport, or on click. */
function LoadMore({ label, onLoadMore }: { label: string; onLoadMore: () => void }) {
  const button = useRef<HTMLDivElement>(null)
  const loadMore = useEffectEvent(onLoadMore)
  useEffect(() => {
    if (!button.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && loadMore(), { rootMargin: ROOT_MARGIN })
    observer.observe(button.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={button} className="mt-6 flex justify-center">
      <Button variant="secondary" onClick={onLoadMore}>
        {label}
      </Button>
    </div>
  )
}
