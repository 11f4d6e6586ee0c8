import { contract } from '@academy/contract'
import type { FastifyInstance } from 'fastify'
import { serveRoutes } from '../../http/contract-routes.ts'
import { conflict, orNotFound } from '../../http/errors.ts'
import { requireOpenTutorial } from '../courses/open-tutorial.ts'
import { countAnswers, deleteAnswer, findAnswer, loadVersions, saveAnswer } from './answers.store.ts'

const { get, save, ...adminRoutes } = contract.answers
const NO_ANSWER = { worked: null, text: '', system: null, tool: null, with_name: false }

/** Returns the hash of the present text of a tutorial; undefined if it is not published. */
async function presentHash({ courses }: FastifyInstance, tutorialId: string): Promise<string | undefined> {
  const responses = await courses.current()
  const tutorial = responses.tutorials.get(tutorialId)
  return tutorial && (await courses.textHashOf(responses, tutorial))?.text_hash
}

/** Serves whether a tutorial worked for the caller, to those who may open it. */
export async function answerRoutes(app: FastifyInstance): Promise<void> {
  // Runs before the body is validated, as for the progress.
  app.addHook<{ Params: { tutorialId: string } }>('onRequest', async ({ user, params }) => {
    await requireOpenTutorial(app, user, params.tutorialId)
  })
  const keyOf = async (account_id: string, tutorial_id: string) => ({
    account_id,
    tutorial_id,
    text_hash: orNotFound(await presentHash(app, tutorial_id), 'Tutorial'),
  })
  await serveRoutes({ get, save }, app, {
    get: async ({ request: { user }, params }) => {
      const key = await keyOf(user.id, params.tutorialId)
      const { text_hash } = key
      return { status: 200, body: { success: true, data: { text_hash, ...((await findAnswer(app.db, key)) ?? NO_ANSWER) } } }
    },
    save: async ({ request: { user }, params, body: { text_hash, worked, ...more } }) => {
      const key = await keyOf(user.id, params.tutorialId)
      if (text_hash !== key.text_hash) throw conflict('This tutorial has changed. Load it again before you answer.')
      if (worked === null) await deleteAnswer(app.db, key)
      else await saveAnswer(app.db, key, { worked, ...more })
      return { status: 200, body: { success: true, data: { text_hash, worked, ...more } } }
    },
  })
}

/** Serves the answers of all learners to the administrator. */
export async function adminAnswerRoutes(app: FastifyInstance): Promise<void> {
  await serveRoutes(adminRoutes, app, {
    list: async () => {
      const [counts, { tutorials }] = await Promise.all([countAnswers(app.db), app.courses.current()])
      const order = [...tutorials.keys()]
      // Tutorials that are no longer published stand at the end.
      const placeOf = (id: string) => (tutorials.has(id) ? order.indexOf(id) : order.length)
      const data = counts
        .map((answered) => ({ ...answered, name: tutorials.get(answered.tutorial_id)?.name ?? null }))
        .toSorted((a, b) => placeOf(a.tutorial_id) - placeOf(b.tutorial_id) || (a.tutorial_id < b.tutorial_id ? -1 : 1))
      return { status: 200, body: { success: true, data } }
    },
    versions: async ({ params: { tutorialId } }) => {
      const [versions, present] = await Promise.all([loadVersions(app.db, tutorialId), presentHash(app, tutorialId)])
      const data = versions.map(({ text_hash, last_at, ...version }) => ({
        ...version,
        current: text_hash === present,
        last_at: last_at.toISOString(),
        texts: version.texts.map((text) => ({ ...text, at: new Date(text.at).toISOString() })),
      }))
      return { status: 200, body: { success: true, data } }
    },
  })
}
