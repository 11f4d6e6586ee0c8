import { type ContentState, contract, type SyncRun } from '@academy/contract'
import { mockApi } from './mock-api.ts'
import { sampleOf } from './sample-of.ts'
import { sampleContext } from './samples.ts'

const { accounts, answers, content, library, reviews } = contract

const noCounts = { seen: 0, published: 0, unchanged: 0, refused: 0, removed: 0, requests: 0 }

/** A sync of 80 seconds. Counts default to 0. */
export const sampleRun = ({
  counts,
  ...changes
}: Partial<Omit<SyncRun, 'counts'>> & { counts?: Partial<SyncRun['counts']> } = {}): SyncRun => ({
  id: '1',
  kind: 'incremental',
  trigger: 'schedule',
  status: 'succeeded',
  started_at: '2026-11-20T08:00:00Z',
  finished_at: '2026-11-20T08:01:20Z',
  error: null,
  holds: [],
  counts: { ...noCounts, ...counts },
  ...changes,
})

/** A mirror without problems. */
const sampleContentState = sampleOf(content.state.responses[200].shape.data, {
  configured: true,
  shown: { courses: 1, sessions: 12, tutorials: 204, resources: 2012, files: 173 },
  last_success_at: '2026-11-20T08:01:20Z',
  runs: [sampleRun()],
})

/** Mocks the admin API of the content mirror; `show` changes its state. */
export function mockContentAdmin() {
  const api = mockApi()
  const show = (changes: Partial<ContentState> = {}) => api.reply(content.state, 200, { success: true, data: sampleContentState(changes) })
  api.reply(accounts.context, 200, sampleContext({ is_admin: true }))
  api.reply(answers.list, 200, { success: true, data: [] })
  api.reply(reviews.list, 200, { success: true, data: [] })
  api.reply(library.toCheck, 200, { success: true, data: [] })
  show()
  return { api, show }
}
