import { useState } from 'react'
import { ArrowUpRight } from '../../../ui/icons.ts'
import { TutorialPart } from './tutorial-part.tsx'

/** The reference diagram, on paper in either theme, since diagrams are drawn for it. Opens in full in its own tab. */
export function TutorialDiagram({ url, tutorialName }: { url: string; tutorialName: string }) {
  const [failed, setFailed] = useState(false)
  return (
    <TutorialPart title="Reference diagram">
      {failed ? (
        <p className="text-muted">The diagram could not be loaded.</p>
      ) : (
        <figure>
          <div className="overflow-x-auto rounded-lg border border-rule bg-surface p-4 [color-scheme:light]">
            <img
              src={url}
              alt={`Reference diagram of ${tutorialName}`}
              loading="lazy"
              decoding="async"
              onError={() => setFailed(true)}
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
