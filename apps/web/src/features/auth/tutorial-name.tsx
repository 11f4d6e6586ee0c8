import type { PublicTutorial } from '@academy/contract'
import { useEffect, useState } from 'react'
import { env } from '../../env.ts'

/** Loads the public data of a tutorial without the API client, which visitors would load for this request alone. */
async function loadPublicTutorial(tutorialId: string, signal: AbortSignal): Promise<Partial<PublicTutorial>> {
  const response = await fetch(`${env.apiUrl}/api/public/tutorials/${encodeURIComponent(tutorialId)}`, { signal })
  const body: { data?: Partial<PublicTutorial> } = await response.json()
  return body.data ?? {}
}

/** Names the tutorial that opens after sign-in; renders nothing until its name is loaded. */
export function TutorialName({ tutorialId }: { tutorialId: string }) {
  const [tutorial, setTutorial] = useState<Partial<PublicTutorial>>({})
  useEffect(() => {
    const controller = new AbortController()
    // Without the name the page says nothing about the tutorial.
    loadPublicTutorial(tutorialId, controller.signal).then(setTutorial, () => undefined)
    return () => controller.abort()
  }, [tutorialId])
  if (!tutorial.name) return null
  return (
    <p className="mt-4 border-l-4 border-accent pl-4 break-words">
      {tutorial.free ? 'You continue with the free tutorial ' : 'You continue with '}
      <strong className="font-semibold">{tutorial.name}</strong>.
    </p>
  )
}
