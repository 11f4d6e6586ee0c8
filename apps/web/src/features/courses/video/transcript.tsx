import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { DisclosureHeading } from '../../../ui/disclosure-heading.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import { trackUrl } from './track-url.ts'
import { VideoError } from './video-error.tsx'

/** A transcript of at most this many lines opens by itself when the video starts. */
const SHORT_LINES = 12

const loading = <Loading label="Loading the transcript..." className="flex flex-col gap-3 p-2" blocks={['h-5 w-4/5', 'h-5 w-3/5']} />

/** Most visitors open no transcript. */
const TranscriptLines = lazyPart(async () => (await import('./transcript-lines.tsx')).TranscriptLines, loading)

async function loadLines(url: string, chaptersUrl: string | undefined, signal: AbortSignal) {
  const { loadCaptions } = await import('./captions.ts')
  return await loadCaptions(url, chaptersUrl, signal)
}

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

/** The captions of our own video as text, loaded when the user opens the transcript or starts the video. */
export function Transcript({ html, video, onPlayFrom, reload }: TranscriptProps) {
  // A refetch of the content changes the signed file URL, but not the captions.
  const [source, setSource] = useState(html)
  const [chosen, setChosen] = useState<boolean>()
  const id = useId()
  const url = captionsUrl(source)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['captions', url],
    queryFn: ({ signal }) => loadLines(url ?? '', trackUrl(source, 'chapters'), signal),
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
        {data && <TranscriptLines lines={data} video={video} onPlayFrom={onPlayFrom} />}
        {!data && error && !isFetching && <VideoError onRetry={() => void retry()}>We couldn’t load the transcript.</VideoError>}
        {!data && (!error || isFetching) && loading}
      </div>
    </section>
  )
}
