import { useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { ArrowUpRight, ZoomIn, ZoomOut } from '../../../ui/icons.ts'
import { RetryButton } from '../../../ui/retry-button.tsx'
import { TutorialSection } from '../tutorial-section.tsx'

type TutorialDiagramProps = {
  url: string
  size: { width: number; height: number } | null
  /** What the diagram shows, in the author's words; null if they wrote none. */
  description: string | null
  tutorialName: string
  /** Refetches the tutorial, because the file URL expires. */
  reload: () => Promise<unknown>
}

/** The reference diagram, which the user can enlarge in place. In dark mode its colors are inverted. A link opens the file. */
export function TutorialDiagram({ url, size, description, tutorialName, reload }: TutorialDiagramProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  const [isReloading, setReloading] = useState(false)
  const retry = async () => {
    setReloading(true)
    await reload()
    setReloading(false)
    setFailedUrl(null)
  }
  return (
    <TutorialSection title="Reference diagram">
      {failedUrl === url ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <p className="text-muted">We couldn't load the diagram.</p>
          <RetryButton onRetry={() => void retry()} pending={isReloading} />
        </div>
      ) : (
        <Diagram url={url} size={size} alt={description || `Diagram of ${tutorialName}`} onError={() => setFailedUrl(url)} />
      )}
    </TutorialSection>
  )
}

type DiagramProps = Pick<TutorialDiagramProps, 'url' | 'size'> & { alt: string; onError: () => void }

function Diagram({ url, size, alt, onError }: DiagramProps) {
  const [isEnlarged, setEnlarged] = useState(false)
  const id = useId()
  return (
    <figure>
      {/* Scrolls by keyboard while the diagram is larger than the frame. */}
      <section
        id={id}
        aria-label="Diagram"
        tabIndex={isEnlarged ? 0 : undefined}
        className={cx('overflow-auto', isEnlarged && 'max-h-[80vh]')}
      >
        <img
          src={url}
          alt={alt}
          {...size}
          loading="lazy"
          decoding="async"
          onError={onError}
          // The width at which it is 36rem high.
          style={isEnlarged || !size ? undefined : { maxWidth: `min(100%, ${(36 * size.width) / size.height}rem)` }}
          className={cx('diagram mx-auto rounded-lg', isEnlarged ? 'w-[200%] max-w-none' : 'h-auto max-h-[36rem] max-w-full')}
        />
      </section>
      <figcaption className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm print:hidden">
        <Button
          variant="ghost"
          size="sm"
          className="-ml-3"
          aria-expanded={isEnlarged}
          aria-controls={id}
          onClick={() => setEnlarged(!isEnlarged)}
        >
          {isEnlarged ? <ZoomOut aria-hidden="true" /> : <ZoomIn aria-hidden="true" />}
          {isEnlarged ? 'Fit the diagram' : 'Enlarge the diagram'}
        </Button>
        <a href={url} target="_blank" rel="noopener noreferrer" className="text-link">
          Open the diagram in full size
          <ArrowUpRight aria-hidden="true" className="ml-1 inline size-4" />
        </a>
      </figcaption>
    </figure>
  )
}
