import type { MentoringSession, MentorshipState } from '@academy/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { toastFailure } from '../../api/api-error.ts'
import { unwrapResponse } from '../../api/client.ts'
import { drawTsr as tsr } from '../../api/draw-client.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { PageSpinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toast.ts'
import { weekLabel } from './week.ts'
import { WeekCard } from './week-picker.tsx'

/** Registers for weeks whose draw the academy holds, and shows what the user won. */
export function StoredWeeks() {
  return (
    <QueryView
      query={useQuery(mentorshipQuery())}
      loading={<PageSpinner />}
      errorTitle="We couldn't load your registrations"
      message="Try again in a moment."
    >
      {(state) => <LoadedWeeks state={state} />}
    </QueryView>
  )
}

function LoadedWeeks({ state: { registrations, sessions, calendar_url, may_register } }: { state: MentorshipState }) {
  const register = useRegister((week) =>
    toast.success({
      title: 'Registration successful',
      description: `You're now registered for the mentorship lottery for the week of ${weekLabel(week)}.`,
    }),
  )
  const labels = registrations.map(({ week }) => weekLabel(week))
  return (
    <div className="flex flex-col gap-6">
      {sessions.map((session) => (
        <Session key={session.week} session={session} />
      ))}
      <WeekCard weeks={labels} register={(_label, monday) => register.mutate(monday)}>
        <p className="mt-4 text-sm text-muted">
          Registration for a week ends with the Sunday before it, at 23:59 UTC.
          {!may_register && ' Your account needs the Vibe Coding Studio to register.'}
        </p>
        {registrations.length > 0 && (
          <dl className="mt-4 flex flex-col gap-2 text-sm">
            {registrations.map(({ week, code }) => (
              <div key={week}>
                <dt>
                  <Link to={paths.draw(week)} className="underline">
                    The draw of {weekLabel(week)}
                  </Link>
                </dt>
                <dd className="text-muted">
                  your code:{' '}
                  <code translate="no" className="font-code break-all">
                    {code}
                  </code>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </WeekCard>
      <CalendarAddress url={calendar_url} />
    </div>
  )
}

const timeOf = (time: string): string => new Date(time).toLocaleString('en', { dateStyle: 'full', timeStyle: 'short' })

const STATES = { accepted: 'Accepted', passed: 'Passed', expired: 'Not answered in time' } as const

function Session({ session: { week, starts_at, answer_by, answer } }: { session: MentoringSession }) {
  const { mutate, isPending } = useAnswer()
  const isAhead = new Date(starts_at) > new Date()
  const isOpen = answer === null && new Date(answer_by) > new Date()
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">You won the week of {weekLabel(week)}</h2>
        {answer && <Badge tone={answer === 'accepted' ? 'positive' : 'neutral'}>{STATES[answer]}</Badge>}
      </div>
      <p className="mt-2">Your session begins on {timeOf(starts_at)}, in your time zone, and takes 30 minutes.</p>
      {isOpen && <p className="mt-1 text-muted">Please answer by {timeOf(answer_by)}. After that a substitute gets the session.</p>}
      {isAhead && (isOpen || answer === 'accepted') && (
        <div className="mt-4 flex flex-wrap gap-3">
          {isOpen && (
            <Button disabled={isPending} onClick={() => mutate({ week, answer: 'accepted' })}>
              Accept
            </Button>
          )}
          <Button variant="secondary" disabled={isPending} onClick={() => mutate({ week, answer: 'passed' })}>
            Pass
          </Button>
        </div>
      )}
    </Card>
  )
}

function CalendarAddress({ url }: { url: string | null }) {
  const text = useRef<HTMLElement>(null)
  const { mutate, isPending } = useRenewCalendar()
  return (
    <Card>
      <h2 className="text-xl">Your calendar</h2>
      <p className="mt-2 text-muted">Subscribe to your sessions in your calendar program. Everyone who has the address sees them.</p>
      {url !== null && (
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <code ref={text} translate="no" className="min-w-0 flex-[1_1_14rem] font-code text-sm break-all">
            {url}
          </code>
          <CopyButton text={url} source={() => text.current} subject="the content" />
        </div>
      )}
      <Button className="mt-4" variant="secondary" disabled={isPending} onClick={() => mutate()}>
        {url === null ? 'Make an address' : 'Replace the address'}
      </Button>
    </Card>
  )
}

/** The registrations and sessions of the user. */
const mentorshipQuery = () =>
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

const useRegister = (onDone: (week: string) => void) =>
  useChange((week: string) => unwrapResponse(tsr.mentorship.register.mutate({ params: { week } })), "We couldn't register you", onDone)

const useAnswer = () =>
  useChange(
    ({ week, answer }: { week: string; answer: 'accepted' | 'passed' }) =>
      unwrapResponse(tsr.mentorship.answer.mutate({ params: { week }, body: { answer } })),
    "We couldn't save your answer",
  )

const useRenewCalendar = () =>
  useChange<void>(() => unwrapResponse(tsr.mentorship.renewCalendar.mutate({})), "We couldn't make the calendar's address")
