import { useState } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { isEmptyHtml } from '../../../ui/html-to-text.ts'
import { MarkAsDone } from '../progress/mark-as-done.tsx'
import { useVideoProgress } from '../progress/use-progress.ts'
import { ClickToPlayVideo } from '../video/click-to-play-video.tsx'
import { TutorialSection } from './tutorial-section.tsx'

/** Videos of this length or longer show a warning (TUT-32). */
const LONG_MINUTES = 20
const PLAYBACK_SPEED = 1.2

type TutorialVideoProps = {
  courseId: string
  tutorialId: string
  html: string | undefined
  title: string
  duration: number | null
  reload: () => Promise<string | undefined>
}

/** The video of a tutorial. It resumes where it was left; at its end it offers to mark the tutorial as done (LEARN-05, LEARN-12). */
export function TutorialVideo({ courseId, tutorialId, html, title, duration, reload }: TutorialVideoProps) {
  const progress = useVideoProgress(courseId, tutorialId)
  const [hasEnded, setHasEnded] = useState(false)
  return (
    <TutorialSection title="Video Tutorial">
      {!html || isEmptyHtml(html) ? (
        <p className="text-muted">No video content available for this tutorial.</p>
      ) : (
        <>
          {/* In print: title and URL instead of the player. */}
          <p className="hidden print:block">
            {title}: <span className="[overflow-wrap:anywhere]">{videoUrl(html)}</span>
          </p>
          <div className="flex flex-col gap-3 print:hidden">
            {duration !== null && duration >= LONG_MINUTES && (
              <Alert tone="neutral">{`This video is a bit long (${duration} min)...`}</Alert>
            )}
            <ClickToPlayVideo
              html={html}
              title={title}
              duration={duration}
              speed={PLAYBACK_SPEED}
              reload={reload}
              failure="Video content is not available at the moment."
              {...progress}
              onEnded={() => setHasEnded(true)}
            />
            {hasEnded && <MarkAsDone courseId={courseId} tutorialId={tutorialId} />}
            <p className="text-sm text-muted">Default playback speed: {PLAYBACK_SPEED}x</p>
          </div>
        </>
      )}
    </TutorialSection>
  )
}

/** Returns the URL of the video at its host; the page's own URL for our own files, whose URLs expire. */
const videoUrl = (html: string): string => html.match(/<iframe [^>]*?\bsrc="(https:[^"]*)"/)?.[1] ?? location.href
