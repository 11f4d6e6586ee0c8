import type { CurrentOrigin, UserPrompt } from '@academy/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { moveFocusOnRemoval } from '../../ui/move-focus-on-removal.ts'
import { originQuery, type SavedPrompt } from './prompt-queries.ts'

const OriginDialog = lazyPart(async () => (await import('./origin-dialog.tsx')).OriginDialog)

/** The original of a saved prompt, and whether it has changed since. */
export function PromptOrigin({ prompt }: { prompt: UserPrompt }) {
  return prompt.origin && <OriginNotice prompt={{ ...prompt, origin: prompt.origin }} />
}

function OriginNotice({ prompt }: { prompt: SavedPrompt }) {
  // A failed request shows nothing: the prompt works without it, and the next visit retries.
  const { data: currentOrigin } = useQuery(originQuery(prompt))
  const { request } = useFeatureAccess()
  const [isComparing, setComparing] = useState(false)
  const { origin } = prompt
  const source = origin.kind === 'library' ? 'the Prompt Library' : 'the tutorial'
  const path = pathOf(origin, currentOrigin)
  return (
    <>
      <p className="mt-1 text-xs text-muted wrap-anywhere">
        Saved from {source}:{' '}
        {currentOrigin && currentOrigin.state !== 'unavailable' && path ? (
          <Link to={path} className="text-link">
            {origin.name}
          </Link>
        ) : (
          origin.name
        )}
        {currentOrigin?.state === 'unavailable' && '. The original is no longer available to you. Your prompt stays.'}
      </p>
      {currentOrigin?.texts && (
        <Alert
          className="mt-4 max-w-prose"
          title="The original has changed"
          action={
            <Button
              ref={moveFocusOnRemoval}
              variant="secondary"
              size="sm"
              aria-haspopup="dialog"
              onClick={() => request('my_prompts') && setComparing(true)}
            >
              Compare
            </Button>
          }
        >
          Your prompt stays as it is, unless you take over the new text.
        </Alert>
      )}
      {isComparing && currentOrigin?.texts && (
        <OriginDialog prompt={prompt} texts={currentOrigin.texts} onClose={() => setComparing(false)} />
      )}
    </>
  )
}

function pathOf({ kind, id }: SavedPrompt['origin'], current: CurrentOrigin | undefined): string | undefined {
  if (kind === 'library') return paths.resource(id)
  return current?.session_id && current.course_id ? paths.tutorial(current.course_id, current.session_id, id) : undefined
}
