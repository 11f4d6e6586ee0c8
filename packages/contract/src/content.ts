import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { apiError, bearerErrors, done, ok } from './api-error.ts'

const c = initContract()

const refusedPage = z
  .object({
    page_id: z.string(),
    title: z.string(),
    url: z.string(),
    database: z.string(),
    rule: z.string(),
    reason: z.string(),
    still_shown: z.boolean().describe('Whether the last valid version is still published.'),
    since: z.iso.datetime({ offset: true }),
  })
  .meta({
    id: 'RefusedPage',
    description: 'Why a page is not published, or only in an older version: the violated rule and how to fix it.',
  })

const contentWarning = z
  .object({ page_id: z.string(), title: z.string(), url: z.string(), warning: z.string() })
  .meta({ id: 'ContentWarning', description: 'A page that is published with a warning, such as an unknown block reduced to its text.' })

const syncHold = z
  .object({ rule: z.string(), reason: z.string() })
  .meta({ id: 'SyncHold', description: 'The rule that holds a run until an admin confirms it, or that refuses a page; and the reason.' })

const syncRun = z
  .object({
    id: z.string(),
    kind: z
      .enum(['incremental', 'full', 'everything'])
      .describe(
        'What the run reads: `incremental` recent edits; `full` the list of all pages, and those that changed; `everything` every page again.',
      ),
    trigger: z
      .enum(['start', 'schedule', 'admin', 'webhook', 'command'])
      .describe('What started the run. `start` is the start of the API.'),
    status: z
      .enum(['running', 'succeeded', 'failed', 'interrupted', 'held'])
      .describe('A held run changed nothing: it waits until an admin confirms it.'),
    started_at: z.iso.datetime({ offset: true }),
    finished_at: z.iso.datetime({ offset: true }).nullable(),
    error: z.string().nullable().describe('The error message for admins.'),
    holds: z.array(syncHold).describe('The reasons why a held run waits.'),
    counts: z
      .object({
        seen: z.number(),
        published: z.number(),
        unchanged: z.number(),
        refused: z.number(),
        removed: z.number(),
        requests: z.number(),
      })
      .describe('Numbers of pages, and of requests to Notion. Set when the run ends; `unchanged` only after a successful run.'),
  })
  .meta({ id: 'SyncRun', description: 'A run of the sync.' })
export type SyncRun = z.infer<typeof syncRun>

const contentState = z
  .object({
    configured: z.boolean().describe('Whether a Notion workspace is configured.'),
    shown: z.object({ courses: z.number(), sessions: z.number(), tutorials: z.number(), resources: z.number(), files: z.number() }),
    last_success_at: z.iso.datetime({ offset: true }).nullable(),
    runs: z.array(syncRun),
    waiting: z
      .object({ run_id: z.string(), holds: z.array(syncHold) })
      .nullable()
      .describe('The run that waits for a confirmation; null when none does.'),
    drafts: z
      .array(z.object({ page_id: z.string(), title: z.string(), url: z.string(), database: z.string() }))
      .describe('Pages that their authors marked as drafts.'),
    refused: z.array(refusedPage),
    warnings: z.array(contentWarning),
  })
  .meta({ id: 'ContentState', description: 'The state of the mirror: its size, last runs and refused pages.' })
export type ContentState = z.infer<typeof contentState>

const contentPreview = z
  .object({
    page_id: z.string(),
    title: z.string(),
    url: z.string(),
    database: z.string(),
    status: z.enum(['publishable', 'draft', 'archived', 'refused']),
    problem: syncHold.nullable().describe('Why a sync would refuse the page as it is now; null if it would not refuse it.'),
    description: z.string(),
    warnings: z.array(z.string()),
    sections: z.array(z.object({ name: z.string(), html: z.string() })),
    left_out: z
      .array(z.string())
      .describe('Parts of the page that the preview leaves out, because there was no time to read them. A sync reads all parts.'),
  })
  .meta({ id: 'ContentPreview', description: 'A preview of an unpublished page, part by part.' })
export type ContentPreview = z.infer<typeof contentPreview>

/** The endpoints of the content mirror, for the admin. */
export const content = c.router({
  state: {
    method: 'GET',
    path: '/api/admin/content',
    summary: 'State of the content mirror: published content, last 20 runs, refused pages',
    description: 'Also the warnings of published pages and the drafts.',
    responses: { ...bearerErrors, 200: ok(contentState) },
    metadata: { auth: 'admin' } as const,
  },
  sync: {
    method: 'POST',
    path: '/api/admin/content/sync',
    body: z.strictObject({
      kind: z.enum(['incremental', 'everything'], { error: 'kind must be incremental or everything.' }).default('incremental'),
    }),
    summary: 'Start a sync now, unless one is running; `everything` reads every page again',
    description: '409 `conflict` while a sync is running, and without a workspace.',
    responses: {
      ...bearerErrors,
      202: done,
      409: apiError,
    },
    metadata: { auth: 'admin' } as const,
  },
  confirm: {
    method: 'POST',
    path: '/api/admin/content/confirm',
    body: z.strictObject({ run_id: z.uuid({ error: 'run_id must be the id of a sync.' }) }),
    summary: 'Confirm what a held sync found, and start it again',
    description: 'A held sync changed nothing. 409 `conflict` if another sync has run since.',
    responses: {
      ...bearerErrors,
      202: done,
      409: apiError,
    },
    metadata: { auth: 'admin' } as const,
  },
  preview: {
    method: 'GET',
    path: '/api/admin/content/pages/:pageId/preview',
    pathParams: z.object({
      pageId: z
        .string()
        .regex(/^[0-9a-f]{32}$/, 'No database of the academy has this page.')
        .describe('The id of the page in Notion, without hyphens.'),
    }),
    summary: 'A page of the workspace as learners would see it, read from Notion now',
    description: '409 `conflict` without a workspace.',
    responses: { ...bearerErrors, 200: ok(contentPreview), 404: apiError, 409: apiError },
    metadata: { auth: 'admin' } as const,
  },
})
