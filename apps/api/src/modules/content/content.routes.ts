import { type ContentState, contract } from '@academy/contract'
import { initServer } from '@ts-rest/fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { contractRoutes } from '../../plugins/contract-routes.ts'
import { errorBody } from '../../plugins/errors.ts'
import { contentState, type StoredState } from './content-state.store.ts'
import { databaseTitles } from './notion/read-workspace.ts'

const s = initServer()

const conflict = (request: FastifyRequest, message: string) => ({
  status: 409 as const,
  body: errorBody(request, 'conflict', message),
})

const statuses = { done: 'succeeded', failed: 'failed', interrupted: 'interrupted' } as const

const runAnswer = (
  {
    run_id,
    kind,
    trigger,
    result,
    error,
    started_at,
    finished_at,
    listed,
    published,
    unpublished,
    refused,
    requests,
  }: StoredState['runs'][number],
  syncing: boolean,
): ContentState['runs'][number] => ({
  id: run_id,
  kind,
  trigger,
  // One whose process is gone says that it runs until the next one begins.
  status: result === 'running' ? (syncing ? 'running' : 'interrupted') : statuses[result],
  started_at: started_at.toISOString(),
  finished_at: finished_at?.toISOString() ?? null,
  error,
  counts: {
    seen: listed,
    published,
    unchanged: result === 'done' ? listed - published - refused : 0,
    refused,
    removed: unpublished,
    requests,
  },
})

const stateAnswer = ({ shown, runs, last_success_at, syncing, refusals, warnings }: StoredState, configured: boolean): ContentState => ({
  configured,
  shown,
  last_success_at: last_success_at?.toISOString() ?? null,
  runs: runs.map((run, place) => runAnswer(run, syncing && place === 0)),
  refused: refusals.map(({ kind, since, ...refusal }) => ({ ...refusal, database: databaseTitles[kind], since: since.toISOString() })),
  warnings: warnings.flatMap(({ page_id, title, warnings: all }) =>
    all.map(({ message, block_id }) => ({
      page_id,
      title,
      // Notion leads from the address of a page to the block named after the #.
      url: `https://www.notion.so/${page_id}${block_id ? `#${block_id.replaceAll('-', '')}` : ''}`,
      warning: message,
    })),
  ),
})

/** The administrator's view of the mirror, and the button that has it looked after now. */
export async function contentRoutes(app: FastifyInstance): Promise<void> {
  const router = s.router(contract.content, {
    state: async () => ({
      status: 200,
      body: { success: true, data: stateAnswer(await contentState(app.db), app.notion !== undefined) },
    }),
    sync: async ({ request, body: { kind } }) => {
      const outcome = await app.syncContent(kind)
      if (outcome === 'not_configured')
        return conflict(request, 'This academy is not connected to a Notion workspace: there is nothing to look at.')
      if (outcome === 'busy') return conflict(request, 'A sync is under way already. Its result is on this page as soon as it ends.')
      const { id, email } = request.user
      await app.audit({ who: email, what: 'content_sync', account_id: id, reason: 'asked for on the Content page', details: { kind } })
      return { status: 202, body: { success: true, message: 'The sync has begun. Its result is on this page as soon as it ends.' } }
    },
  })
  await app.register(s.plugin(router), contractRoutes)
}
