import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { RetryButton } from '../../../ui/retry-button.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import { TutorialSection } from '../tutorial-section.tsx'
import { noteQuery } from './note-queries.ts'

const loading = <Loading label="Loading your note..." blocks={['h-31 w-full rounded-md', 'mt-2 h-6 w-40']} />

const NoteEditor = lazyPart(async () => (await import('./note-editor.tsx')).NoteEditor, loading)

/**
 * The user's note on a tutorial. A locked tutorial shows a note that exists, also while the user empties it, and offers no new one.
 */
export function NoteSection({ tutorialId, name, isLocked }: { tutorialId: string; name: string; isLocked: boolean }) {
  const { data: note, error, isFetching, refetch } = useQuery(noteQuery(tutorialId))
  const [isShown, setIsShown] = useState(false)
  if (!isShown && (!isLocked || note?.text.trim())) setIsShown(true)
  if (!isShown) return null
  const hasFailed = !note && error && !isFetching
  return (
    <div className="print:hidden">
      <TutorialSection title="Your note">
        {note && <NoteEditor note={note} tutorialId={tutorialId} name={name} />}
        {hasFailed && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
            <p className="text-muted">We couldn't load your note. {error.message}</p>
            <RetryButton onRetry={() => void refetch()} />
          </div>
        )}
        {!note && !hasFailed && loading}
      </TutorialSection>
    </div>
  )
}
