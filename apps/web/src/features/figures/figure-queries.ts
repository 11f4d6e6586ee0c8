import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminTsr } from '../../api/admin-client.ts'
import { tsr } from '../../api/client.ts'
import { unwrapResponse } from '../../api/unwrap-response.ts'

export const STEPS = ['day', 'week', 'month'] as const
export type Step = (typeof STEPS)[number]

/** The days of a period as inputs of dates have them: '' stands for the default of the API. */
export type Days = { from: string; to: string }

const sent = ({ from, to }: Days) => ({ ...(from && { from }), ...(to && { to }) })

/** Sales and subscriptions of a period. */
export const salesQuery = (days: Days, step: Step) =>
  queryOptions({
    queryKey: ['figures', 'sales', days, step],
    queryFn: async ({ signal }) =>
      (await unwrapResponse(adminTsr.figures.sales.query({ query: { ...sent(days), step }, fetchOptions: { signal } }))).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** How learners proceed through a course, by default the Master Course. */
export const learningQuery = (course: string | null) =>
  queryOptions({
    queryKey: ['figures', 'learning', course],
    queryFn: async ({ signal }) =>
      (await unwrapResponse(adminTsr.figures.learning.query({ query: course ? { course } : {}, fetchOptions: { signal } }))).data,
    staleTime: 0,
  })

/** The courses that have figures, the Master Course first. */
export const shownCoursesQuery = () =>
  queryOptions({
    queryKey: ['figures', 'courses'],
    queryFn: async ({ signal }) => (await unwrapResponse(tsr.courses.list.query({ fetchOptions: { signal } }))).data,
  })

/** How far the accounts of a period came. */
export const funnelQuery = (days: Days) =>
  queryOptions({
    queryKey: ['figures', 'funnel', days],
    queryFn: async ({ signal }) =>
      (await unwrapResponse(adminTsr.figures.funnel.query({ query: sent(days), fetchOptions: { signal } }))).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
