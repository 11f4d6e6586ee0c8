import { contract } from '@academy/contract'
import type { FastifyInstance } from 'fastify'
import { serveRoutes } from '../../http/contract-routes.ts'
import { orNotFound } from '../../http/errors.ts'
import { changedElsewhere, etagOf, versionsToChange } from '../../http/if-match.ts'
import { serializeDates } from '../../http/serialize-dates.ts'
import { requireOpenTutorial } from '../courses/open-tutorial.ts'
import { findNote, insertNote, listNotes, updateNote } from './notes.store.ts'

const CONFLICT_MESSAGE = 'This note was changed in another tab or on another device. Load it again before you save.'

/** Serves private notes on tutorials. Reading them needs no entitlement, because they stay readable when access ends. */
export async function noteRoutes(app: FastifyInstance): Promise<void> {
  await serveRoutes(contract.notes, app, {
    list: async ({ request: { user }, reply }) => {
      const [notes, { tutorials }] = await Promise.all([
        app.inTurn({ accountId: user.id, reply }, () => listNotes(app.db, user.id)),
        app.courses.current(),
      ])
      return { status: 200, body: notes.map((note) => ({ ...serializeDates(note), tutorial: tutorials.get(note.tutorial_id) ?? null })) }
    },
    get: async ({ request: { user }, params: { tutorialId }, reply }) => {
      const note = await findNote(app.db, user.id, tutorialId)
      if (note) {
        reply.headers(etagOf(note))
        return { status: 200, body: serializeDates(note) }
      }
      const { tutorials } = await app.courses.current()
      const { id } = orNotFound(tutorials.get(tutorialId), 'Tutorial')
      return { status: 200, body: { tutorial_id: id, text: '', updated_at: null } }
    },
    save: async ({ request: { user, headers }, params: { tutorialId }, body: { text, updated_at }, reply }) => {
      const { tutorials } = await app.courses.current()
      orNotFound(tutorials.get(tutorialId), 'Tutorial')
      // Only the first version needs access: learners may edit their notes after access ended.
      if (updated_at === null) await requireOpenTutorial(app, user, tutorialId)
      const versions = versionsToChange(headers, updated_at ?? undefined)
      const saved =
        updated_at !== null
          ? await updateNote(app.db, { accountId: user.id, tutorialId, versions }, text)
          : // `If-Match` names a version, and there is none.
            versions === undefined && (await insertNote(app.db, user.id, tutorialId, text))
      if (!saved) throw changedElsewhere(headers, CONFLICT_MESSAGE)
      reply.headers(etagOf(saved))
      return { status: 200, body: serializeDates(saved) }
    },
  })
}
