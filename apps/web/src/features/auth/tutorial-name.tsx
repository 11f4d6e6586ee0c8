import type { PublicTutorial } from '@academy/contract'
import { loadPublic, usePublic } from '../../api/use-public.ts'

/** Names the tutorial that opens after sign-in; renders nothing until its name is loaded. Without the name the page says nothing about it. */
export function TutorialName({ tutorialId }: { tutorialId: string }) {
  const [loaded] = usePublic((signal) =>
    loadPublic<Partial<PublicTutorial> | undefined>(`/api/public/tutorials/${encodeURIComponent(tutorialId)}`, signal),
  )
  const tutorial = loaded.state === 'found' ? loaded.data : undefined
  if (!tutorial?.name) return null
  return (
    <p className="mt-4 border-l-4 border-accent pl-4 break-words">
      {tutorial.free ? 'You continue with the free tutorial ' : 'You continue with '}
      <strong className="font-semibold">{tutorial.name}</strong>.
    </p>
  )
}
