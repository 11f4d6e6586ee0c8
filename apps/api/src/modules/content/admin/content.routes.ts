import { type ContentState, contract } from '@academy/contract'
import type { FastifyInstance } from 'fastify'
import { serveRoutes } from '../../../http/contract-routes.ts'
import { conflict, HttpError } from '../../../http/errors.ts'
import { serializeDates } from '../../../http/serialize-dates.ts'
import { databaseTitles } from '../notion/find-databases.ts'
import { fileLinks, withFileUrls } from '../read/file-links.ts'
import { runAwaitingConfirmation } from '../sync/sync-runs.store.ts'
import { contentState, type StoredState } from './content-state.store.ts'
import { previewPage } from './preview-page.ts'

const statuses = { done: 'succeeded', held: 'held', failed: 'failed', interrupted: 'interrupted' } as const

const runJson = (run: StoredState['runs'][number], syncing: boolean): ContentState['runs'][number] => ({
  ...serializeDates(run),
  id: run.run_id,
  // A run whose process died stays `running` until the next one starts.
  status: run.result === 'running' ? (syncing ? 'running' : 'interrupted') : statuses[run.result],
  counts: {
    ...run,
    seen: run.listed,
    unchanged: run.result === 'done' ? run.listed - run.published - run.refused : 0,
    removed: run.unpublished,
  },
})

const stateJson = (
  { shown, runs, last_success_at, syncing, refusals, warnings, drafts, waiting }: StoredState,
  configured: boolean,
): ContentState => ({
  configured,
  shown,
  last_success_at: last_success_at?.toISOString() ?? null,
  runs: runs.map((run, index) => runJson(run, syncing && index === 0)),
  waiting: waiting ? { run_id: waiting.run_id, holds: waiting.holds } : null,
  drafts: drafts.map(({ kind, ...draft }) => ({ ...draft, database: databaseTitles[kind] })),
  refused: refusals.map(({ kind, since, ...refusal }) => ({ ...refusal, database: databaseTitles[kind], since: since.toISOString() })),
  warnings: warnings.flatMap(({ page_id, title, warnings: all }) =>
    all.map(({ message, block_id }) => ({
      page_id,
      title,
      // The part after # makes Notion scroll to the block.
      url: `https://www.notion.so/${page_id}${block_id ? `#${block_id.replaceAll('-', '')}` : ''}`,
      warning: message,
    })),
  ),
})

const conflicts = {
  not_configured: 'This academy is not connected to a Notion workspace.',
  busy: 'A sync is running already. Its result is on this page as soon as it ends.',
}
const started = 'The sync has started. Its result is on this page as soon as it ends.'

/** Serves the state of the mirror and previews of pages to the admin, who can also start and confirm syncs. */
export async function contentRoutes(app: FastifyInstance): Promise<void> {
  const links = fileLinks(app.config.fileSigningKey)
  await serveRoutes(contract.content, app, {
    state: async () => ({
      status: 200,
      body: { success: true, data: stateJson(await contentState(app.db), app.notion !== undefined) },
    }),
    sync: async ({ request, body: { kind } }) => {
      const outcome = await app.syncContent(kind)
      if (outcome !== 'started') throw conflict(conflicts[outcome])
      const { id, email } = request.user
      await app.audit({
        who: email,
        what: 'content_sync',
        account_id: id,
        reason: 'the admin requested it on the Content page',
        details: { kind },
      })
      return { status: 202, body: { success: true, message: started } }
    },
    confirm: async ({ request, body: { run_id } }) => {
      const waiting = await runAwaitingConfirmation(app.db)
      if (waiting?.run_id !== run_id || waiting.confirmation_key === null)
        throw conflict('Another sync has run since. Read its reasons, and confirm that sync.')
      const outcome = await app.syncContent('full', waiting.confirmation_key)
      if (outcome !== 'started') throw conflict(conflicts[outcome])
      const { id, email } = request.user
      const reason = waiting.holds.map((hold) => hold.reason).join(' ')
      await app.audit({ who: email, what: 'content_confirm', account_id: id, reason, details: { run_id } })
      return { status: 202, body: { success: true, message: started } }
    },
    preview: async ({ request, params: { pageId } }) => {
      const { notion, db, sql } = app
      if (!notion) throw conflict(conflicts.not_configured)
      const { log, signal } = request
      const requestTimeoutMs = app.config.requestTimeoutSeconds * 1000
      const { webOrigin: siteOrigin, masterCourseId: courseId } = app.config
      const preview = await previewPage({ db, sql, notion, siteOrigin, courseId, log, signal, requestTimeoutMs }, pageId)
      if (!preview) throw new HttpError(404, 'not_found', 'No database of the academy has this page.')
      const expires = links.expiryAt(new Date())
      const urlOf = (hash: string): string => app.config.publicApiUrl + links.signed(hash, expires)
      const sections = preview.sections.map(({ name, html }) => ({ name, html: withFileUrls(html, urlOf) }))
      return { status: 200, body: { success: true, data: { ...preview, sections } } }
    },
  })
}
