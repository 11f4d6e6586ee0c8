import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ArrowUpRight, RotateCw } from '../../../ui/icons.ts'
import { TutorialPart } from './tutorial-part.tsx'

type TutorialDiagramProps = {
  url: string
  tutorialName: string
  /** Loads the tutorial again, and with it the address of the file, which expires. */
  renew: () => Promise<unknown>
}

/** The reference diagram, on paper in either theme, since diagrams are drawn for it. Opens in full in its own tab. */
export function TutorialDiagram({ url, tutorialName, renew }: TutorialDiagramProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const [renewing, setRenewing] = useState(false)
  const retry = async () => {
    setRenewing(true)
    await renew()
    setRenewing(false)
    setFailed(null)
  }
  return (
    <TutorialPart title="Reference diagram">
      {failed === url ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <p className="text-muted">The diagram could not be loaded.</p>
          <Button variant="secondary" size="sm" pending={renewing} onClick={() => void retry()}>
            {!renewing && <RotateCw aria-hidden="true" />}
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
              onError={() => setFailed(url)}
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
    </TutorialPart>
  )
}
