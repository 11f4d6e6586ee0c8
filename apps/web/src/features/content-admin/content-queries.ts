import type { ContentState } from '@academy/contract'
import { queryOptions } from '@tanstack/react-query'
import { adminTsr } from '../../api/admin-client.ts'
import { adminQuery } from '../../api/admin-query.ts'

/** Polling intervals during a sync and without one. */
const RUNNING_INTERVAL_MS = 1500
const IDLE_INTERVAL_MS = 30_000

export const isRunning = ({ runs }: ContentState): boolean => runs.some(({ status }) => status === 'running')

/** Preview of a page as learners would see it, read from Notion each time. */
export const contentPreviewQuery = (pageId: string) => ({
  ...adminQuery(['content', 'preview', pageId], (options) => adminTsr.content.preview.query({ params: { pageId }, ...options })),
  gcTime: 0,
})

/** The prompts of the library that their authors should try again. */
export const promptsToCheckQuery = () => adminQuery(['content', 'to-check'], (options) => adminTsr.library.toCheck.query(options))

/** How many accounts said that each tutorial worked, or not yet. */
export const answersQuery = () => adminQuery(['content', 'answers'], (options) => adminTsr.answers.list.query(options))

/** The answers to a tutorial by version of its text, the newest first. */
export const answeredVersionsQuery = (tutorialId: string) =>
  adminQuery(['content', 'answers', tutorialId], (options) => adminTsr.answers.versions.query({ params: { tutorialId }, ...options }))

/** The reviews of those who finished the course, the last written first. */
export const reviewsQuery = () => adminQuery(['content', 'reviews'], (options) => adminTsr.reviews.list.query(options))

/** State of the mirror and its last syncs, polled while the page is open. */
export const contentStateQuery = () =>
  queryOptions({
    ...adminQuery(['content', 'state'], (options) => adminTsr.content.state.query(options)),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? RUNNING_INTERVAL_MS : IDLE_INTERVAL_MS),
  })
