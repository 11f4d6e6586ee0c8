import type { Note } from '@academy/contract'
import { NOTE_MAX_LENGTH } from '@academy/contract/note-limit'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'

type NoteConflictProps = { mine: string; theirs: Note; onResolve: (text: string) => void }

/** Shows the version that was saved elsewhere, and asks which one to keep. */
export function NoteConflict({ mine, theirs, onResolve }: NoteConflictProps) {
  const both = [theirs.text.trimEnd(), mine].join('\n\n')
  return (
    <div className="mt-4 flex max-w-prose flex-col gap-4">
      <Alert tone="danger" title="This note was changed in another tab or on another device">
        Nothing is lost: choose which version stays, or keep both.
      </Alert>
      <Field label="Saved version">
        <TextArea readOnly rows={4} value={theirs.text} className="max-h-[40vh] field-sizing-content text-sm" />
      </Field>
      <div className="flex flex-wrap gap-3">
        {both.length <= NOTE_MAX_LENGTH && (
          <Button size="sm" onClick={() => onResolve(both)}>
            Keep both
          </Button>
        )}
        <Button variant="secondary" size="sm" onClick={() => onResolve(mine)}>
          Keep my version
        </Button>
        <Button variant="secondary" size="sm" onClick={() => onResolve(theirs.text)}>
          Take the saved version
        </Button>
      </div>
    </div>
  )
}
