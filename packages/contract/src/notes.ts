import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors } from './api-error.ts'
import { hasControls, pathId, TEXT_WITHOUT_CONTROLS, time } from './text.ts'
import { NOTE_MAX_LENGTH } from './text-limits.ts'

const c = initContract()

export const note = z
  .object({
    tutorial_id: z.string(),
    text: z.string().describe('Markdown.'),
    updated_at: z
      .string()
      .nullable()
      .describe('Changes with every change of the note. `save` requires it as the version. Null if there was never a note.'),
  })
  .meta({
    id: 'Note',
    description: 'The private note of an account on a tutorial, as unchanged Markdown, never HTML. Empty if there is no note.',
  })
export type Note = z.infer<typeof note>

export const listedNote = z
  .object({
    tutorial_id: z.string(),
    text: z.string().describe('Markdown.'),
    updated_at: z.string(),
    tutorial: z
      .object({
        name: z.string(),
        session_id: z.string().describe('The session of the tutorial.'),
        session_name: z.string().describe('The name of the session.'),
        course_id: z.string().describe('The course of the tutorial.'),
      })
      .nullable()
      .describe('Null if the tutorial is no longer published.'),
  })
  .meta({ id: 'ListedNote', description: 'A note with its tutorial and session, for the list of all notes.' })
export type ListedNote = z.infer<typeof listedNote>

const noteInput = z
  .strictObject({
    text: z
      .string({ error: 'text must be text.' })
      .max(NOTE_MAX_LENGTH, `A note must be at most ${NOTE_MAX_LENGTH.toLocaleString('en')} characters.`)
      .regex(TEXT_WITHOUT_CONTROLS, hasControls('The note'))
      .describe('Markdown; empty deletes the text.'),
    updated_at: time.nullable().describe('The `updated_at` of the version that was changed.'),
  })
  .meta({ id: 'NoteInput', description: 'A new text of a note.' })

const ofTutorial = {
  path: '/api/tutorials/:tutorialId/note',
  pathParams: z.object({ tutorialId: pathId('Tutorial not found').describe('The id of the tutorial.') }),
} as const
const responses = { ...bearerErrors, 200: note, 404: apiError }
const metadata = { auth: 'bearer' } as const
const versioned = { ...metadata, versioned: true } as const

/** Accounts can read and write only their own notes. */
export const notes = c.router({
  list: {
    method: 'GET',
    path: '/api/notes',
    summary: "The caller's notes, the last changed first",
    description: 'With the names of their tutorials. Empty notes are left out.',
    responses: { ...bearerErrors, 200: z.array(listedNote) },
    metadata,
  },
  get: {
    method: 'GET',
    ...ofTutorial,
    summary: "The caller's note on a tutorial",
    description: '`text` is empty if there is no note.',
    responses,
    metadata: versioned,
  },
  save: {
    method: 'PUT',
    ...ofTutorial,
    body: noteInput,
    summary: "Save the caller's note on a tutorial",
    description:
      'Send the `updated_at` of the version that was changed, or null for the first: 409 `conflict` with `fields.updated_at` if the note has changed since. A locked tutorial takes no new note (403); one that exists can still be changed.',
    responses: { ...responses, 403: apiError, 409: apiError, 412: apiError },
    metadata: versioned,
  },
})
