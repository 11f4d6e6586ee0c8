import type { CurrentOrigin } from '@academy/contract'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PromptDiff } from './prompt-diff.tsx'
import type { SavedPrompt } from './prompt-queries.ts'
import { hasSameTexts, toPromptTexts } from './prompt-texts.ts'
import { useReplaceTexts } from './use-prompt-mutations.ts'

type OriginDialogProps = { prompt: SavedPrompt; texts: NonNullable<CurrentOrigin['texts']>; onClose: () => void }

/** What the changed original would change in the own prompt, to be taken over or not. */
export function OriginDialog({ prompt, texts: { content, code, hash }, onClose }: OriginDialogProps) {
  const save = useReplaceTexts({ onSaved: onClose })
  const own = toPromptTexts(prompt)
  const original = { ...own, content, code: code ?? '' }
  const origin = { ...prompt.origin, hash }
  const update = { id: prompt.id, base: own, version: prompt.updated_at, origin }
  const isTaking = save.isPending && hasSameTexts(save.variables.texts, original)
  return (
    <Dialog size="lg" title="The original has changed" dismissable={!save.isPending} onClose={onClose}>
      <div data-private className="flex flex-col gap-5">
        <p className="text-sm text-muted">
          What the new text would change in your prompt: <ins>added</ins> and <del>removed</del>. Your prompt as it is becomes a version.
        </p>
        <PromptDiff before={own} after={original} />
        <div className="flex flex-wrap gap-3">
          <Button pending={isTaking} disabled={save.isPending} onClick={() => save.mutate({ ...update, texts: original })}>
            {isTaking ? 'Saving...' : 'Take over the new text'}
          </Button>
          <Button
            variant="secondary"
            disabled={save.isPending}
            pending={save.isPending && !isTaking}
            onClick={() => save.mutate({ ...update, texts: own })}
          >
            Keep mine
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
