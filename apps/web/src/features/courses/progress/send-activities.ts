import { ApiError } from '../../../api/api-error.ts'
import { tsr, unwrapResponse } from '../../../api/client.ts'
import { queryClient, reloadQueries } from '../../../api/query-client.ts'
import { reachability } from '../../../api/reachability.ts'
import { currentSession } from '../../../session/session.ts'
import { type Activity, loadUnsent, removeUnsent } from './unsent-activities.ts'

/** The running promises by account: several users may share a browser. */
const sending = new Map<string, Promise<void>>()

/**
 * Sends the unsent activities of the account, the oldest first; concurrent callers share the work. Throws when one cannot be sent now; it and those
 * after it are kept. An activity that the API refuses for good (a locked tutorial, or one that is gone) is dropped.
 */
export function sendActivities(accountId: string): Promise<void> {
  const running = sending.get(accountId) ?? sendAll(accountId).finally(() => sending.delete(accountId))
  sending.set(accountId, running)
  return running
}

reachability.subscribe(() => {
  const accountId = currentSession()?.user.id
  if (reachability.get() !== 'reachable' || accountId === undefined) return
  // What cannot be sent now is kept, and sent when the API can be reached again.
  sendActivities(accountId).catch(() => undefined)
})

async function sendAll(accountId: string): Promise<void> {
  for (let [next] = loadUnsent(accountId); next; [next] = loadUnsent(accountId)) {
    // Another user may have signed in meanwhile.
    if (currentSession()?.user.id !== accountId) return
    await send(next)
    removeUnsent(accountId, next)
  }
}

/** Statuses of permanent refusals: invalid, locked, unknown. */
const finalStatuses = new Set([400, 403, 404])

async function send({ tutorialId, at, done, seconds }: Activity): Promise<void> {
  const params = { tutorialId }
  try {
    if (seconds !== undefined) await unwrapResponse(tsr.learning.saveVideoPosition.mutate({ params, body: { at, seconds } }))
    else await unwrapResponse(tsr.learning.saveProgress.mutate({ params, body: { at, ...(done !== undefined && { done }) } }))
    // The last tutorial issues a certificate.
    if (done) void reloadQueries(queryClient, { queryKey: ['certificates'] })
  } catch (error) {
    if (!(error instanceof ApiError && finalStatuses.has(error.status))) throw error
  }
}
