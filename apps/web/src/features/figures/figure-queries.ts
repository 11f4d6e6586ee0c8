import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminTsr } from '../../api/admin-client.ts'
import { adminQuery } from '../../api/admin-query.ts'
import { tsr, unwrapResponse } from '../../api/client.ts'

export const STEPS = { day: 'Days', week: 'Weeks', month: 'Months' }
export type Step = keyof typeof STEPS

/** The days of a period as inputs of dates have them: '' stands for the default of the API. */
export type Days = { from: string; to: string }

const sent = ({ from, to }: Days) => ({ ...(from && { from }), ...(to && { to }) })

/** Sales and subscriptions of a period. */
export const salesQuery = (days: Days, step: Step) =>
  queryOptions({
    ...adminQuery(['figures', 'sales', days, step], (options) =>
      adminTsr.figures.sales.query({ query: { ...sent(days), step }, ...options }),
    ),
    placeholderData: keepPreviousData,
  })

/** How learners proceed through a course, by default the Master Course. */
export const learningQuery = (course: string | null) =>
  adminQuery(['figures', 'learning', course], (options) => adminTsr.figures.learning.query({ query: course ? { course } : {}, ...options }))

/** The courses that have figures, the Master Course first. */
export const shownCoursesQuery = () =>
  queryOptions({
    queryKey: ['figures', 'courses'],
    queryFn: async ({ signal }) => (await unwrapResponse(tsr.courses.list.query({ fetchOptions: { signal } }))).data,
  })

/** How far the accounts of a period came. */
export const funnelQuery = (days: Days) =>
  queryOptions({
    ...adminQuery(['figures', 'funnel', days], (options) => adminTsr.figures.funnel.query({ query: sent(days), ...options })),
    placeholderData: keepPreviousData,
  })
