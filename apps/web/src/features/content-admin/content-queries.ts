import type { ContentState } from '@academy/contract'
import { queryOptions } from '@tanstack/react-query'
import { adminTsr } from '../../api/admin-client.ts'
import { unwrapResponse } from '../../api/unwrap-response.ts'

/** Polling intervals during a sync and without one. */
const RUNNING_INTERVAL_MS = 1500
const IDLE_INTERVAL_MS = 30_000

export const isRunning = ({ runs }: ContentState): boolean => runs.some(({ status }) => status === 'running')

/** Preview of a page as learners would see it, read from Notion each time. */
export const contentPreviewQuery = (pageId: string) =>
  queryOptions({
    queryKey: ['content', 'preview', pageId],
    queryFn: async ({ signal }) =>
      (await unwrapResponse(adminTsr.content.preview.query({ params: { pageId }, fetchOptions: { signal } }))).data,
    staleTime: 0,
    gcTime: 0,
  })

/** The prompts of the library that their authors should try again. */
export const promptsToCheckQuery = () =>
  queryOptions({
    queryKey: ['content', 'to-check'],
    queryFn: async ({ signal }) => (await unwrapResponse(adminTsr.library.toCheck.query({ fetchOptions: { signal } }))).data,
    staleTime: 0,
  })

/** How many accounts said that each tutorial worked, or not yet. */
export const answersQuery = () =>
  queryOptions({
    queryKey: ['content', 'answers'],
    queryFn: async ({ signal }) => (await unwrapResponse(adminTsr.answers.list.query({ fetchOptions: { signal } }))).data,
    staleTime: 0,
  })

/** The answers to a tutorial by version of its text, the newest first. */
export const answeredVersionsQuery = (tutorialId: string) =>
  queryOptions({
    queryKey: ['content', 'answers', tutorialId],
    queryFn: async ({ signal }) =>
      (await unwrapResponse(adminTsr.answers.versions.query({ params: { tutorialId }, fetchOptions: { signal } }))).data,
    staleTime: 0,
  })

/** The reviews of those who finished the course, the last written first. */
export const reviewsQuery = () =>
  queryOptions({
    queryKey: ['content', 'reviews'],
    queryFn: async ({ signal }) => (await unwrapResponse(adminTsr.reviews.list.query({ fetchOptions: { signal } }))).data,
    staleTime: 0,
  })

/** State of the mirror and its last syncs, polled while the page is open. */
export const contentStateQuery = () =>
  queryOptions({
    queryKey: ['content', 'state'],
    queryFn: async ({ signal }) => (await unwrapResponse(adminTsr.content.state.query({ fetchOptions: { signal } }))).data,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? RUNNING_INTERVAL_MS : IDLE_INTERVAL_MS),
  })
