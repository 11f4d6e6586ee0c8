import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from './button.tsx'
import { counted } from './counted.ts'

/** A multiple of the columns there may be. Twice a large screen; drawing so many takes a few milliseconds. */
const BATCH = 24
/** How far below the screen the next batch begins to be drawn. */
const AHEAD = '1200px'

/** How much of the list each entry of the tab's history had shown: coming back needs a page as long as the one that was left. */
const shownBefore = new Map<string, number>()

type GrowingGridProps<T> = {
  items: readonly T[]
  /** Names the search or filter that led to these items: another one is another list, which starts at its beginning. */
  listKey: string
  /** What an item is called, one of them: 'resource'. */
  noun: string
  children: (item: T) => ReactNode
}

/** Cards in columns, drawn batch by batch as one scrolls: thousands at once would make each keystroke of a search wait. */
export function GrowingGrid<T extends { id: string }>({ items, listKey, noun, children }: GrowingGridProps<T>) {
  const { key } = useLocation()
  const [list, setList] = useState({ listKey, shown: shownBefore.get(key) ?? BATCH })
  const shown = list.listKey === listKey ? list.shown : BATCH
  const rest = items.length - shown

  useEffect(() => {
    shownBefore.set(key, shown)
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
        <More key={shown} label={`Show more (${counted(rest, noun)} left)`} onMore={() => setList({ listKey, shown: shown + BATCH })} />
      )}
    </>
  )
}

/** Shows more by itself when it comes near the screen; the button is for whoever does not scroll. */
function More({ label, onMore }: { label: string; onMore: () => void }) {
  const button = useRef<HTMLDivElement>(null)
  const more = useEffectEvent(onMore)
  useEffect(() => {
    if (!button.current) return
    const nearing = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), { rootMargin: AHEAD })
    nearing.observe(button.current)
    return () => nearing.disconnect()
  }, [])
  return (
    <div ref={button} className="mt-6 flex justify-center">
      <Button variant="secondary" onClick={onMore}>
        {label}
      </Button>
    </div>
  )
}
