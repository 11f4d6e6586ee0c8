import { contract, type ListedNote } from '@academy/contract'
import { initServer } from '@ts-rest/fastify'
import type { FastifyInstance } from 'fastify'
import { contractRoutes } from '../../http/contract-routes.ts'
import { errorBody, orNotFound } from '../../http/errors.ts'
import { requireOpenTutorial } from '../courses/open-tutorial.ts'
import type { PlacedTutorial } from '../courses/outline.ts'
import { findNote, insertNote, listNotes, type StoredNote, updateNote } from './notes.store.ts'

const s = initServer()

const toResponse = ({ updated_at, ...note }: StoredNote) => ({ ...note, updated_at: updated_at.toISOString() })

const placeOf = (tutorial: PlacedTutorial | undefined): ListedNote['tutorial'] => {
  if (tutorial === undefined) return null
  const { name, session_id, session_name, course_id } = tutorial
  return { name, session_id, session_name, course_id }
}

const CHANGED = 'This note was changed in another tab or on another device. Load it again before you save.'

/** Private notes on tutorials. They need no entitlement to be read: they stay when access ends (LEARN-21). */
export async function noteRoutes(app: FastifyInstance): Promise<void> {
  const router = s.router(contract.notes, {
    list: async ({ request: { user } }) => {
      const [notes, { tutorials }] = await Promise.all([listNotes(app.db, user.id), app.courses.current()])
      return { status: 200, body: notes.map((note) => ({ ...toResponse(note), tutorial: placeOf(tutorials.get(note.tutorial_id)) })) }
    },
    get: async ({ request: { user }, params: { tutorialId } }) => {
      const found = await findNote(app.db, user.id, tutorialId)
      if (found) return { status: 200, body: toResponse(found) }
      const { tutorials } = await app.courses.current()
      const { id } = orNotFound(tutorials.get(tutorialId), 'Tutorial')
      return { status: 200, body: { tutorial_id: id, text: '', updated_at: null } }
    },
    save: async ({ request, params: { tutorialId }, body: { text, updated_at } }) => {
      const { user } = request
      const { tutorials } = await app.courses.current()
      orNotFound(tutorials.get(tutorialId), 'Tutorial')
      // Access is needed for the first version alone: who wrote a note may go on with it.
      if (updated_at === null) await requireOpenTutorial(app, user, tutorialId)
      const saved =
        updated_at === null
          ? await insertNote(app.db, user.id, tutorialId, text)
          : await updateNote(app.db, { accountId: user.id, tutorialId, version: new Date(updated_at) }, text)
      if (saved) return { status: 200, body: toResponse(saved) }
      return { status: 409, body: errorBody(request, 'conflict', CHANGED, { updated_at: CHANGED }) }
    },
  })
  await app.register(s.plugin(router), contractRoutes)
}
