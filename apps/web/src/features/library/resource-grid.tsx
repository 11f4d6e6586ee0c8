import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/counted.ts'
import type { LibraryEntry } from './library-entry.ts'
import { ResourceCard } from './resource-card.tsx'

/** A multiple of the columns there may be. Twice a large screen; drawing so many takes a few milliseconds. */
const BATCH = 24
/** How far below the screen the next batch begins to be drawn. */
const AHEAD = '1200px'

/** How much of the list each entry of the tab's history had shown: coming back needs a page as long as the one that was left. */
const shownBefore = new Map<string, number>()

/** The cards, drawn batch by batch as one scrolls: two thousand at once would make each keystroke of the search wait. */
export function ResourceGrid({ entries, filterKey }: { entries: LibraryEntry[]; filterKey: string }) {
  const { key } = useLocation()
  const [list, setList] = useState({ filterKey, shown: shownBefore.get(key) ?? BATCH })
  // Another filter is another list: it starts at its beginning.
  const shown = list.filterKey === filterKey ? list.shown : BATCH
  const rest = entries.length - shown

  useEffect(() => {
    shownBefore.set(key, shown)
  }, [key, shown])

  const showMore = () => setList({ filterKey, shown: shown + BATCH })
  return (
    <>
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {entries.slice(0, shown).map((entry) => (
          <li
            key={entry.id}
            className="group relative flex flex-col rounded-lg border border-rule bg-surface shadow-raised transition-colors hover:border-ink"
          >
            <ResourceCard entry={entry} headingLevel={2} />
          </li>
        ))}
      </ul>
      {rest > 0 && <More key={shown} rest={rest} onMore={showMore} />}
    </>
  )
}

/** Shows more by itself when it comes near the screen; the button is for whoever does not scroll. */
function More({ rest, onMore }: { rest: number; onMore: () => void }) {
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
        Show more ({counted(rest, 'resource')} left)
      </Button>
    </div>
  )
}
