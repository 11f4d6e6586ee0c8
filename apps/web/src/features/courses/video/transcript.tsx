import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { cx } from '../../../ui/class-names.ts'
import { DisclosureHeading } from '../../../ui/disclosure-heading.tsx'
import { formatTime } from '../../../ui/format-time.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type CaptionLine, loadCaptions, trackUrl } from './captions.ts'
import { VideoError } from './video-error.tsx'

/** A transcript of at most this many lines opens by itself when the video starts. */
const SHORT_LINES = 12
/** Browsers seek to the nearest frame, which may be a little before the line. */
const SEEK_TOLERANCE_SECONDS = 0.05

const captionsUrl = (html: string) => trackUrl(html, 'captions')

type TranscriptProps = {
  html: string
  /** The video, once it is shown. */
  video: HTMLVideoElement | null
  /** Plays the video from a second. */
  onPlayFrom: (seconds: number) => void
  /** Refetches the HTML, because its file URLs expire; undefined after a failure. */
  reload: () => Promise<string | undefined>
}

/** The captions of our own video as text, loaded when the user opens the transcript or starts the video (LEARN-17). */
export function Transcript({ html, video, onPlayFrom, reload }: TranscriptProps) {
  // A refetch of the content changes the signed file URL, but not the captions.
  const [source, setSource] = useState(html)
  const [chosen, setChosen] = useState<boolean>()
  const id = useId()
  const url = captionsUrl(source)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['captions', url],
    queryFn: ({ signal }) => loadCaptions(url ?? '', trackUrl(source, 'chapters'), signal),
    enabled: url !== undefined && (chosen === true || video !== null),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (url === undefined) return null
  const isOpen = chosen ?? (data !== undefined && data.length <= SHORT_LINES && video !== null)
  const retry = async () => {
    const renewed = await reload()
    if (renewed && captionsUrl(renewed) !== url) setSource(renewed)
    else await refetch()
  }
  return (
    <section className="rounded-lg border border-rule bg-surface">
      <div className="p-2 pr-3">
        <DisclosureHeading level={4} open={isOpen} controls={id} onToggle={() => setChosen(!isOpen)} className="text-base">
          Transcript
        </DisclosureHeading>
      </div>
      <div id={id} hidden={!isOpen} className="border-t border-rule p-2">
        {data && <Lines lines={data} video={video} onPlayFrom={onPlayFrom} />}
        {!data && error && !isFetching && <VideoError onRetry={() => void retry()}>We couldn’t load the transcript.</VideoError>}
        {!data && (!error || isFetching) && (
          <div role="status" className="flex flex-col gap-3 p-2">
            <span className="sr-only">Loading the transcript...</span>
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-5 w-3/5" />
          </div>
        )}
      </div>
    </section>
  )
}

type LinesProps = Pick<TranscriptProps, 'video' | 'onPlayFrom'> & { lines: CaptionLine[] }

function Lines({ lines, video, onPlayFrom }: LinesProps) {
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
