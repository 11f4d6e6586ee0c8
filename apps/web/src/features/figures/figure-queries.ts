import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminTsr } from '../../api/admin-client.ts'
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

/** How learners proceed through the course. */
export const learningQuery = () =>
  queryOptions({
    queryKey: ['figures', 'learning'],
    queryFn: async ({ signal }) => (await unwrapResponse(adminTsr.figures.learning.query({ fetchOptions: { signal } }))).data,
    staleTime: 0,
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
