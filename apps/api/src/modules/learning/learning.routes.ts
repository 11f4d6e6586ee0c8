import { mayOpenTutorial } from '@academy/catalog'
import { contract, type TutorialProgress } from '@academy/contract'
import type { FastifyInstance } from 'fastify'
import { serveRoutes } from '../../http/contract-routes.ts'
import { HttpError, orNotFound } from '../../http/errors.ts'
import { WHAT_UNLOCKS } from '../billing/facts/what-unlocks.ts'
import { recordCopy } from '../content/read/copied-prompts.store.ts'
import { requireOpenChecks } from '../courses/open-checkpoint.ts'
import { requireOpenTutorial } from '../courses/open-tutorial.ts'
import { sessionsWithChecks } from '../courses/outline.ts'
import { tutorialToContinue } from '../courses/tutorial-to-continue.ts'
import { checkedSessionsReader, saveCheckResult } from './check-results.store.ts'
import { progressReader, progressSaver, type SentProgress, tokenName } from './progress.store.ts'

const toResponse = ({ tutorial_id, done, video_seconds, updated_at, ...place }: SentProgress): TutorialProgress => ({
  tutorial_id,
  state: done ? 'done' : 'started',
  video_seconds,
  place: place.step === null ? null : { step: place.step, headings: place.step_headings ?? [], program: place.step_program },
  updated_at: updated_at.toISOString(),
})

/** Serves the progress of learners: tutorials that they opened, marked as done, watched or were taught. */
export async function learningRoutes(app: FastifyInstance): Promise<void> {
  const readProgress = progressReader(app.db)
  const saveProgress = progressSaver(app.db)
  const readChecked = checkedSessionsReader(app.db)
  const { progress, recordCopy: copyRoute, saveCheckResult: checkRoute, ...tutorialRoutes } = contract.learning

  await serveRoutes({ progress, recordCopy: copyRoute }, app, {
    recordCopy: async ({ request: { user }, params: { kind, id } }) => {
      if (kind === 'tutorial') await requireOpenTutorial(app, user, id)
      else if (!(await app.entitlementsOf(user)).resources) throw new HttpError(403, 'entitlement_required', WHAT_UNLOCKS.resources)
      const isRecorded = await recordCopy(app.db, { account_id: user.id, kind, source_id: id })
      if (!isRecorded) throw new HttpError(404, 'not_found', 'Resource not found')
      return { status: 204, body: undefined }
    },
    progress: async ({ request: { user }, params: { courseId } }) => {
      const { course, tutorials, outlineCourses } = await app.courses.current()
      orNotFound(course.get(courseId), 'Course')
      const [stored, entitlements, checked] = await Promise.all([readProgress(user.id), app.entitlementsOf(user), readChecked(user.id)])
      const withChecks = sessionsWithChecks(outlineCourses, courseId)
      const byTutorial = new Map(stored.map((row) => [row.tutorial_id, row]))
      const inOrder = [...tutorials.values()].filter(({ course_id }) => course_id === courseId)
      const started = inOrder.flatMap(({ id }) => byTutorial.get(id) ?? [])
      const open = inOrder.filter((tutorial) => mayOpenTutorial(tutorial, entitlements))
      return {
        status: 200,
        body: {
          tutorials: started.map(toResponse),
          done: started.filter(({ done }) => done).length,
          total: inOrder.length,
          continue_with: tutorialToContinue(open, byTutorial),
          checked_sessions: withChecks.filter((id) => checked.has(id)),
          sessions_with_checks: withChecks,
        },
      }
    },
  })

  await app.register(async (routes) => {
    // Runs before the body is validated, as for tutorials.
    routes.addHook<{ Params: { sessionId: string } }>('onRequest', async ({ user, params }) => {
      await requireOpenChecks(app, user, params.sessionId)
    })
    await serveRoutes({ saveCheckResult: checkRoute }, routes, {
      saveCheckResult: async ({ request: { user }, params: { sessionId }, body: { at, digest, passed } }) => {
        const result = { account_id: user.id, session_id: sessionId, digest, passed, at: new Date(at) }
        const { checked_at, passed_at } = await saveCheckResult(app.db, result)
        return { status: 200, body: { session_id: sessionId, checked: passed_at !== null, updated_at: checked_at.toISOString() } }
      },
    })
  })

  await app.register(async (routes) => {
    // Runs before the body is validated, so that every request for a locked tutorial gets 403, also one with an invalid body.
    routes.addHook<{ Params: { tutorialId: string } }>('onRequest', async ({ user, params }) => {
      await requireOpenTutorial(app, user, params.tutorialId)
    })
    await serveRoutes(tutorialRoutes, routes, {
      saveProgress: async ({ request: { user }, params: { tutorialId }, body: { at, done, place: sent } }) => {
        const program = sent && (sent.program ?? (user.token && (await tokenName(app.db, user.token.id))))
        const place = sent && { ...sent, program: program ?? null }
        const saved = await saveProgress({ account_id: user.id, tutorial_id: tutorialId, at: new Date(at), done, place })
        if (done) await app.issueCertificate(user, { tutorialId })
        return { status: 200, body: toResponse(saved) }
      },
      saveVideoPosition: async ({ request: { user }, params: { tutorialId }, body: { at, seconds } }) => ({
        status: 200,
        body: toResponse(await saveProgress({ account_id: user.id, tutorial_id: tutorialId, at: new Date(at), seconds })),
      }),
    })
  })
}
