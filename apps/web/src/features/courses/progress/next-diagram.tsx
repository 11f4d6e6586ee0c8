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
  const url = data && !data.locked ? data.content.diagram_url : null
  if (!url || url === failedUrl) return null
  return <img src={url} alt="" decoding="async" onError={() => setFailedUrl(url)} className="diagram max-h-full max-w-full rounded-lg" />
}
