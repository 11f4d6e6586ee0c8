import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ArrowUpRight, RotateCw } from '../../../ui/icons.ts'
import { TutorialSection } from './tutorial-section.tsx'

type TutorialDiagramProps = {
  url: string
  tutorialName: string
  /** Refetches the tutorial, because the file URL expires. */
  reload: () => Promise<unknown>
}

/** The reference diagram, on a light background in both themes. A link opens it in full size. */
export function TutorialDiagram({ url, tutorialName, reload }: TutorialDiagramProps) {
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
          <Button variant="secondary" size="sm" pending={isReloading} onClick={() => void retry()}>
            {!isReloading && <RotateCw aria-hidden="true" />}
            Try again
          </Button>
        </div>
      ) : (
        <figure>
          <div className="overflow-x-auto rounded-lg border border-rule bg-surface p-4 [color-scheme:light]">
            <img
              src={url}
              alt={`Reference diagram of ${tutorialName}`}
              loading="lazy"
              decoding="async"
              onError={() => setFailedUrl(url)}
              className="mx-auto max-h-[36rem] max-w-full"
            />
          </div>
          <figcaption className="mt-2 text-sm print:hidden">
            <a href={url} target="_blank" rel="noopener noreferrer" className="text-link">
              Open the diagram in full size
              <ArrowUpRight aria-hidden="true" className="ml-1 inline size-4" />
            </a>
          </figcaption>
        </figure>
      )}
    </TutorialSection>
  )
}
