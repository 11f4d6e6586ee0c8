import { useEffect, useRef, useState } from 'react'
import { cx } from '../../../ui/class-names.ts'
import { formatTime } from '../../../ui/format-time.ts'
import type { CaptionLine } from './captions.ts'

/** Browsers seek to the nearest frame, which may be a little before the line. */
const SEEK_TOLERANCE_SECONDS = 0.05

type TranscriptLinesProps = {
  lines: CaptionLine[]
  /** The video, once it is shown. */
  video: HTMLVideoElement | null
  /** Plays the video from a second. */
  onPlayFrom: (seconds: number) => void
}

/** The lines of a transcript, with times to play from. Marks the line that is being spoken. */
export function TranscriptLines({ lines, video, onPlayFrom }: TranscriptLinesProps) {
  const list = useRef<HTMLOListElement>(null)
  const current = useCurrentLine(video, lines)
  useEffect(() => {
    if (list.current) keepInView(list.current, current)
  }, [current])
  if (lines.length === 0) return <p className="p-2 text-muted">The captions of this video have no lines.</p>
  return (
    <ol ref={list} className="relative max-h-80 overflow-y-auto overscroll-contain">
      {lines.map(({ start, text, chapter }, index) => (
        <li
          key={index}
          aria-current={index === current || undefined}
          className={cx(
            'grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 rounded-r-md pr-3',
            index === current ? 'border-l-3 border-accent bg-sunken' : 'pl-0.75',
          )}
        >
          {chapter && <strong className="col-span-2 px-2 pt-2 font-semibold">{chapter}</strong>}
          <button
            type="button"
            aria-label={`Play from ${formatTime(start)}`}
            onClick={() => onPlayFrom(start)}
            className="min-h-9 min-w-14 self-start rounded-md px-2 text-left text-sm text-link tabular-nums underline underline-offset-4"
          >
            {formatTime(start)}
          </button>
          <span className="py-1.5">{text}</span>
        </li>
      ))}
    </ol>
  )
}

/** Returns the index of the line that is being spoken; -1 before the first line and without a video. */
function useCurrentLine(video: HTMLVideoElement | null, lines: CaptionLine[]): number {
  const [current, setCurrent] = useState(-1)
  useEffect(() => {
    if (!video) return
    const listeners = new AbortController()
    const update = () => setCurrent(lines.findLastIndex(({ start }) => start <= video.currentTime + SEEK_TOLERANCE_SECONDS))
    update()
    for (const event of ['timeupdate', 'seeking']) video.addEventListener(event, update, { signal: listeners.signal })
    return () => listeners.abort()
  }, [video, lines])
  return video ? current : -1
}

/** Scrolls a long list to the line, unless the pointer or the keyboard focus is in the list. Never scrolls the page. */
function keepInView(list: HTMLElement, index: number): void {
  const line = list.children[index]
  if (!(line instanceof HTMLElement) || list.scrollHeight <= list.clientHeight) return
  if (list.matches(':hover') || list.querySelector(':focus-visible')) return
  const isAbove = line.offsetTop < list.scrollTop
  const isBelow = line.offsetTop + line.offsetHeight > list.scrollTop + list.clientHeight
  if (isAbove || isBelow) list.scrollTop = line.offsetTop - list.clientHeight / 3
}
