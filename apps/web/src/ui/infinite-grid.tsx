import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
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
  const grid = useRef<HTMLUListElement>(null)
  /** The index of the card to focus, because the button is gone. */
  const focusAt = useRef(-1)
  const [list, setList] = useState({ listKey, shown: shownByHistoryKey.get(key) ?? BATCH_SIZE })
  const shown = list.listKey === listKey ? list.shown : BATCH_SIZE
  const rest = items.length - shown

  useEffect(() => {
    shownByHistoryKey.set(key, shown)
  }, [key, shown])
  useLayoutEffect(() => {
    if (shown > focusAt.current) grid.current?.children[focusAt.current]?.querySelector<HTMLElement>('a, button')?.focus()
    focusAt.current = -1
  }, [shown])

  const showFirst = (count: number, isButtonFocused: boolean) => {
    if (isButtonFocused && count >= items.length) focusAt.current = shown
    setList({ listKey, shown: count })
  }
  return (
    <>
      <ul ref={grid} className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {items.slice(0, shown).map((item) => (
          <li
            key={item.id}
            className="group relative flex flex-col rounded-lg border border-rule bg-surface shadow-raised transition-colors hover:border-ink"
          >
            {children(item)}
          </li>
        ))}
      </ul>
      {rest > 0 && <LoadMore shown={shown} label={`Show more (${pluralize(rest, noun)} left)`} onLoadMore={showFirst} />}
    </>
  )
}

type LoadMoreProps = { shown: number; label: string; onLoadMore: (count: number, isButtonFocused: boolean) => void }

/** Loads the next batch when it comes near the viewport, or on click. */
function LoadMore({ shown, label, onLoadMore }: LoadMoreProps) {
  const box = useRef<HTMLDivElement>(null)
  const load = (count: number) => onLoadMore(count, box.current?.contains(document.activeElement) ?? false)
  const loadInView = useEffectEvent(load)
  // Observes again after each batch: the observer reports only changes, and the button may still be in view.
  useEffect(() => {
    if (!box.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && loadInView(shown + BATCH_SIZE), {
      rootMargin: ROOT_MARGIN,
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [shown])
  return (
    <div ref={box} className="mt-6 flex justify-center">
      <Button variant="secondary" onClick={() => load(shown + BATCH_SIZE)}>
        {label}
      </Button>
    </div>
  )
}
