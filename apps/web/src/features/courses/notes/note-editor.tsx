import type { Note } from '@academy/contract'
import { NOTE_MAX_LENGTH } from '@academy/contract/text-limits'
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Check, CircleAlert, RotateCw } from '../../../ui/icons.ts'
import { pluralize } from '../../../ui/pluralize.ts'
import { GrowingTextArea } from '../../../ui/text-area.tsx'
import { type NoteState, noteWriter } from './note-writer.ts'

/** From this length on the remaining characters are shown. */
const COUNTER_LENGTH = NOTE_MAX_LENGTH * 0.9

type NoteEditorProps = { note: Note; tutorialId: string; name: string }

/** The text of a note, which saves itself, and whether it is saved. */
export function NoteEditor({ note, tutorialId, name }: NoteEditorProps) {
  const [writer] = useState(() => noteWriter(tutorialId, note))
  const state = useSyncExternalStore(writer.subscribe, writer.state)
  const field = useRef<HTMLTextAreaElement>(null)
  const statusId = useId()
  const remaining = NOTE_MAX_LENGTH - state.text.length

  useEffect(() => writer.applyServerVersion(note), [writer, note])
  useEffect(() => () => void writer.save(), [writer])

  const resolve = (text: string) => {
    writer.resolve(text)
    field.current?.focus()
  }
  const saveAgain = () => {
    void writer.save()
    // The button disappears.
    field.current?.focus()
  }
  return (
    <div data-private>
      <GrowingTextArea
        ref={field}
        rows={4}
        aria-label={`Your note on ${name}`}
        aria-describedby={statusId}
        aria-invalid={remaining < 0 || undefined}
        placeholder="What do you want to remember? Only you can see it."
        value={state.text}
        onChange={(event) => writer.write(event.target.value)}
        onBlur={() => void writer.save()}
        className="max-h-[70vh] min-h-31"
      />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-muted">
        <p id={statusId} role="status" className="flex min-h-6 items-center gap-1.5">
          <SaveStatus state={state} remaining={remaining} />
        </p>
        <span className="flex flex-wrap items-center gap-x-4">
          {remaining >= 0 && state.text.length >= COUNTER_LENGTH && (
            <span className="tabular-nums">{pluralize(remaining, 'character')} left</span>
          )}
          <Link to={paths.notes()} className="text-link">
            All your notes
          </Link>
        </span>
      </div>
      <NoteProblem state={state} onSave={saveAgain} onResolve={resolve} />
    </div>
  )
}

const statusTexts = {
  saving: 'Saving...',
  unsaved: 'Not saved yet',
  failed: 'Not saved',
  conflict: 'Not saved: choose a version',
}

function SaveStatus({ state: { status, text }, remaining }: { state: NoteState; remaining: number }) {
  if (remaining < 0) {
    return (
      <span className="flex items-center gap-1.5 font-medium text-danger">
        <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
        Not saved: {pluralize(-remaining, 'character')} too long
      </span>
    )
  }
  if (status !== 'saved') return <span>{statusTexts[status]}</span>
  if (!text) return <span>Saves as you type</span>
  return (
    <>
      <Check aria-hidden="true" className="size-4 shrink-0 text-positive" />
      Saved
    </>
  )
}

type NoteProblemProps = { state: NoteState; onSave: () => void; onResolve: (text: string) => void }

function NoteProblem({ state, onSave, onResolve }: NoteProblemProps) {
  if (state.theirs) return <NoteConflict mine={state.text} theirs={state.theirs} onResolve={onResolve} />
  if (state.status !== 'failed') return null
  return (
    <div role="alert" className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-danger">
      <span className="min-w-0 flex-1 basis-52">{state.message} Your text is kept in this tab.</span>
      <Button variant="secondary" size="sm" onClick={onSave}>
        <RotateCw aria-hidden="true" />
        Save again
      </Button>
    </div>
  )
}

type NoteConflictProps = { mine: string; theirs: Note; onResolve: (text: string) => void }

/** Shows the version that was saved elsewhere, and asks which one to keep. */
function NoteConflict({ mine, theirs, onResolve }: NoteConflictProps) {
  const both = [theirs.text.trimEnd(), mine].join('\n\n')
  return (
    <div className="mt-4 flex flex-col gap-4">
      <Alert tone="danger" title="This note was changed in another tab or on another device">
        Nothing is lost: choose which version stays, or keep both.
      </Alert>
      <Field label="Saved version">
        <GrowingTextArea readOnly rows={4} value={theirs.text} className="max-h-[40vh]" />
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
