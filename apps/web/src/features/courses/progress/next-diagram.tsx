import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TutorialSummary } from '../course-outline.ts'
import { tutorialContentQuery } from '../course-queries.ts'

/**
 * The diagram of the tutorial to continue with, beside the text of the dashboard's card. It is decorative: the tutorial
 * shows and describes it. Loading it also loads the tutorial, which is the next thing to open.
 */
export function NextDiagram({ tutorial }: { tutorial: TutorialSummary }) {
  const { data } = useQuery(tutorialContentQuery(tutorial.id))
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  const content = data && !data.locked ? data.content : undefined
  const url = content?.diagram_url
  if (!url || url === failedUrl) return null
  const size = content.diagram_size
  return (
    <img
      src={url}
      alt=""
      {...size}
      loading="lazy"
      decoding="async"
      onError={() => setFailedUrl(url)}
      // The width at which it is as high as its box, 25rem.
      style={size ? { maxWidth: `min(100%, ${(25 * size.width) / size.height}rem)` } : undefined}
      className="diagram h-auto max-h-full max-w-full rounded-lg"
    />
  )
}
