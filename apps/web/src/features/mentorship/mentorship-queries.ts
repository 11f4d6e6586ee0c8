import type { MentorshipState } from '@academy/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { toastFailure } from '../../api/api-error.ts'
import { drawTsr as tsr } from '../../api/draw-client.ts'
import { unwrapResponse } from '../../api/unwrap-response.ts'

/** The registrations and sessions of the user. */
export const mentorshipQuery = () =>
  queryOptions({
    queryKey: ['mentorship'],
    queryFn: async ({ signal }): Promise<MentorshipState> =>
      (await unwrapResponse(tsr.mentorship.get.query({ fetchOptions: { signal } }))).data,
  })

/** Runs a change, and loads the state again. Says what failed. */
function useChange<Variables>(run: (variables: Variables) => Promise<unknown>, failed: string, onDone?: (variables: Variables) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: async (_result, variables) => {
      await client.invalidateQueries(mentorshipQuery())
      onDone?.(variables)
    },
    onError: (error) => toastFailure(failed, error),
  })
}

export const useRegister = (onDone: (week: string) => void) =>
  useChange((week: string) => unwrapResponse(tsr.mentorship.register.mutate({ params: { week } })), "We couldn't register you", onDone)

export const useAnswer = () =>
  useChange(
    ({ week, answer }: { week: string; answer: 'accepted' | 'passed' }) =>
      unwrapResponse(tsr.mentorship.answer.mutate({ params: { week }, body: { answer } })),
    "We couldn't save your answer",
  )

export const useRenewCalendar = () =>
  useChange<void>(() => unwrapResponse(tsr.mentorship.renewCalendar.mutate({})), "We couldn't make the calendar's address")
