import { Alert } from '../../../ui/alert.tsx'
import { isEmptyHtml } from '../../../ui/plain-text.ts'
import { StillVideo } from '../video/still-video.tsx'
import { TutorialPart } from './tutorial-part.tsx'

/** From this length on people are told before they start (TUT-32). */
const LONG_MINUTES = 20
const PLAYBACK_SPEED = 1.2

type TutorialVideoProps = { html: string | undefined; title: string; duration: number | null; renew: () => Promise<string | undefined> }

export function TutorialVideo({ html, title, duration, renew }: TutorialVideoProps) {
  return (
    <TutorialPart title="Video Tutorial">
      {!html || isEmptyHtml(html) ? (
        <p className="text-muted">No video content available for this tutorial.</p>
      ) : (
        <>
          {/* A player says nothing on paper; what it plays and where does. */}
          <p className="hidden print:block">
            {title}: <span className="[overflow-wrap:anywhere]">{addressOf(html)}</span>
          </p>
          <div className="flex flex-col gap-3 print:hidden">
            {duration !== null && duration >= LONG_MINUTES && (
              <Alert tone="neutral">{`This video is a bit long (${duration} min)...`}</Alert>
            )}
            <StillVideo
              html={html}
              title={title}
              duration={duration}
              speed={PLAYBACK_SPEED}
              renew={renew}
              failure="Video content is not available at the moment."
            />
            <p className="text-sm text-muted">Default playback speed: {PLAYBACK_SPEED}x</p>
          </div>
        </>
      )}
    </TutorialPart>
  )
}

/** Where the video can be watched: with its host, or, when it is ours and its own address expires, on this page. */
const addressOf = (html: string): string => html.match(/<iframe [^>]*?\bsrc="(https:[^"]*)"/)?.[1] ?? location.href
