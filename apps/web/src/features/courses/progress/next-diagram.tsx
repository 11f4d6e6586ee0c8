import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TutorialSummary } from '../course-outline.ts'
import { tutorialContentQuery } from '../course-queries.ts'

/**
 * The diagram of the tutorial to continue with, beside the text of the dashboard's card. It is decorative: the tutorial
 * shows and describes it. Loading it also loads the tutorial, which is the next thing to open.
 */
export function NextDiagram({ tutorial }: { tutorial: TutorialSummary | undefined }) {
  const id = tutorial?.has_diagram ? tutorial.id : undefined
  const { data } = useQuery({ ...tutorialContentQuery(id ?? ''), enabled: id !== undefined })
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  const url = data && !data.locked ? data.content.diagram_url : null
  if (id === undefined || !url || url === failedUrl) return null
  return (
    <img
      src={url}
      alt=""
      decoding="async"
      onError={() => setFailedUrl(url)}
      className="diagram absolute top-1/2 right-6 -z-10 max-h-[calc(100%-3rem)] max-w-[38%] -translate-y-1/2 rounded-lg max-lg:hidden"
    />
  )
}
