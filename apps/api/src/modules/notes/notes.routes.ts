import { contract } from '@academy/contract'
import { initServer } from '@ts-rest/fastify'
import type { FastifyInstance } from 'fastify'
import { contractRoutes } from '../../http/contract-routes.ts'
import { conflict, orNotFound } from '../../http/errors.ts'
import { serializeDates } from '../../http/serialize-dates.ts'
import { requireOpenTutorial } from '../courses/open-tutorial.ts'
import { findNote, insertNote, listNotes, updateNote } from './notes.store.ts'

const s = initServer()

const CONFLICT_MESSAGE = 'This note was changed in another tab or on another device. Load it again before you save.'

/** Serves private notes on tutorials. Reading them needs no entitlement, because they stay readable when access ends. */
export async function noteRoutes(app: FastifyInstance): Promise<void> {
  const router = s.router(contract.notes, {
    list: async ({ request: { user }, reply }) => {
      const [notes, { tutorials }] = await Promise.all([
        app.inTurn({ accountId: user.id, reply }, () => listNotes(app.db, user.id)),
        app.courses.current(),
      ])
      return { status: 200, body: notes.map((note) => ({ ...serializeDates(note), tutorial: tutorials.get(note.tutorial_id) ?? null })) }
    },
    get: async ({ request: { user }, params: { tutorialId } }) => {
      const note = await findNote(app.db, user.id, tutorialId)
      if (note) return { status: 200, body: serializeDates(note) }
      const { tutorials } = await app.courses.current()
      const { id } = orNotFound(tutorials.get(tutorialId), 'Tutorial')
      return { status: 200, body: { tutorial_id: id, text: '', updated_at: null } }
    },
    save: async ({ request: { user }, params: { tutorialId }, body: { text, updated_at } }) => {
      const { tutorials } = await app.courses.current()
      orNotFound(tutorials.get(tutorialId), 'Tutorial')
      // Only the first version needs access: learners may edit their notes after access ended.
      if (updated_at === null) await requireOpenTutorial(app, user, tutorialId)
      const saved =
        updated_at === null
          ? await insertNote(app.db, user.id, tutorialId, text)
          : await updateNote(app.db, { accountId: user.id, tutorialId, version: new Date(updated_at) }, text)
      if (!saved) throw conflict(CONFLICT_MESSAGE, { updated_at: CONFLICT_MESSAGE })
      return { status: 200, body: serializeDates(saved) }
    },
  })
  await app.register(s.plugin(router), contractRoutes)
}
