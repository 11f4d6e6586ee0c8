import { TUTORIAL_PARTS, type TutorialPart } from '@academy/contract/tutorial-parts'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { centerInRow } from '../../../ui/center-in-row.ts'
import { cx } from '../../../ui/class-names.ts'

/** Returns the attributes of an element that the bar links to. */
export const sectionTarget = (name: TutorialPart) => ({
  id: `section-${name}`,
  tabIndex: -1,
  // The margin keeps the target below the sticky bar. The code needs more, because the header of its block is sticky too.
  className: name === 'code_sample' ? 'scroll-mt-45 outline-none md:scroll-mt-31' : 'scroll-mt-29 outline-none md:scroll-mt-15',
})

const targetOf = (name: TutorialPart) => document.getElementById(`section-${name}`)

const SECTION_HASH = /^#section-(\w+)$/

/** Returns whether the hash of a URL leads to a section, to which the bar scrolls. */
export const leadsToSection = (hash: string): boolean => SECTION_HASH.test(hash)

function scrollToSection(name: TutorialPart): void {
  const target = targetOf(name)
  // The code is hidden while the block of the prompt is closed.
  const shown = target?.closest('[hidden]') ? targetOf('prompt') : target
  shown?.scrollIntoView({ block: 'start' })
  shown?.focus({ preventScroll: true })
}

/** The reader has reached a section when it begins in the upper part of the window: this fraction of the window's height. */
const READING_LINE = 0.4

/** Links to those of the parts that have a link, and marks the one that the reader has reached. It stays in view. */
export function SectionBar({ parts }: { parts: TutorialPart[] }) {
  const sections = parts.filter((part) => TUTORIAL_PARTS[part].link !== null)
  const current = useReachedSection(sections)
  const bar = useRef<HTMLElement>(null)
  const { hash, key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be followed again, which changes only `key`
  useEffect(() => {
    const name = SECTION_HASH.exec(hash)?.[1]
    if (name) scrollToSection(name as TutorialPart)
  }, [hash, key])

  // On phones the bar is wider than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link is marked when `current` changes
  useEffect(() => centerInRow(bar.current, bar.current?.querySelector('[aria-current]')), [current])

  if (sections.length < 2) return null
  const goTo = (name: TutorialPart) => (event: MouseEvent) => {
    event.preventDefault()
    scrollToSection(name)
  }
  return (
    <nav
      ref={bar}
      aria-label="Sections of this tutorial"
      className="sticky top-14 short:static z-[15] -mx-1 hidden-scroll-bar overflow-x-auto border-b border-rule bg-paper px-1 md:top-0 print:hidden"
    >
      <ul className="flex h-11 gap-1">
        {sections.map((name) => (
          <li key={name} className="flex">
            <a
              href={`#section-${name}`}
              aria-current={name === current ? 'location' : undefined}
              onClick={goTo(name)}
              className={cx(
                'flex items-center border-b-3 px-3 text-sm -outline-offset-2 transition-colors',
                name === current ? 'border-accent font-semibold text-ink' : 'border-transparent font-medium text-muted hover:text-ink',
              )}
            >
              {TUTORIAL_PARTS[name].link}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function useReachedSection(sections: TutorialPart[]): TutorialPart | undefined {
  const [reached, setReached] = useState(sections[0])
  const names = sections.join(' ')
  useEffect(() => {
    let frame = 0
    const update = () => {
      const line = window.innerHeight * READING_LINE
      const all = names.split(' ') as TutorialPart[]
      setReached(all.findLast((name) => (targetOf(name)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) <= line) ?? all[0])
    }
    const updateSoon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(update)
    }
    addEventListener('scroll', updateSoon, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', updateSoon)
    }
  }, [names])
  return reached
}
