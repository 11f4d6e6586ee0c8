import type { CourseProgress } from '@academy/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { parseResponse, requireFields, tsr } from '../../../api/client.ts'
import { currentSession } from '../../../session/session.ts'
import { sendActivities } from './send-activities.ts'
import { type Activity, loadUnsent } from './unsent-activities.ts'

/** The user's progress with a course. Sends unsent activities first, so that the response includes them. */
export const progressQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['courses', courseId, 'progress'],
    queryFn: async ({ signal }) => {
      const accountId = currentSession()?.user.id
      if (accountId !== undefined && loadUnsent(accountId).length > 0) await sendActivities(accountId)
      return await parseResponse(tsr.learning.progress.query({ params: { courseId }, fetchOptions: { signal } }), (body) =>
        requireFields(body, 'tutorials', 'done', 'total', 'continue_with', 'checked_sessions', 'sessions_with_checks'),
      )
    },
  })

/** Shows an activity at once, before the API has it. */
export function applyActivity(progress: CourseProgress, { tutorialId, at, done, seconds }: Activity): CourseProgress {
  const before = progress.tutorials.find(({ tutorial_id }) => tutorial_id === tutorialId)
  const wasDone = before?.state === 'done'
  const isDone = done ?? wasDone
  const after = {
    tutorial_id: tutorialId,
    state: isDone ? ('done' as const) : ('started' as const),
    video_seconds: seconds ?? before?.video_seconds ?? null,
    place: before?.place ?? null,
    updated_at: at,
  }
  return {
    ...progress,
    tutorials: [...progress.tutorials.filter((tutorial) => tutorial !== before), after],
    done: progress.done + Number(isDone) - Number(wasDone),
  }
}

/** Shows the activity in the cached progress of the course. */
export async function updateProgressCache(client: QueryClient, courseId: string, activity: Activity): Promise<void> {
  const { queryKey } = progressQuery(courseId)
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, (progress) => progress && applyActivity(progress, activity))
}
