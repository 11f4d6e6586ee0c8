import type { ProgramRequest } from '@academy/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { parseResponse, requireFields, tsr } from '../../api/client.ts'
import { Alert } from '../../ui/alert.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { DecisionForm, Fact, Facts, LoadingProgram, ScopeList } from './decision-form.tsx'

/** Lets the user allow or refuse a program that connects to the MCP server, and leads back to the program. */
export default function ConnectProgramPage() {
  const [params] = useSearchParams()
  const requestId = params.get('request') ?? ''
  return (
    <div data-private className="flex max-w-prose flex-col gap-8">
      <PageHeading>Connect a program</PageHeading>
      {requestId === '' ? <UnknownRequest /> : <ProgramDetails requestId={requestId} />}
    </div>
  )
}

function ProgramDetails({ requestId }: { requestId: string }) {
  const { data: program, error, isFetching, refetch } = useQuery(programRequestQuery(requestId))
  if (program) return <ProgramDecision requestId={requestId} program={program} />
  if (!error || isFetching) return <LoadingProgram />
  if (!(error instanceof ApiError && error.status === 404)) {
    return <ErrorState title="We couldn't look the program up" message={error.message} onRetry={() => void refetch()} />
  }
  return <UnknownRequest />
}

const UnknownRequest = () => (
  <Alert tone="warning" title="This request doesn't work">
    It's unknown, has expired, or was decided already. Connect your program again.
  </Alert>
)

function ProgramDecision({ requestId, program }: { requestId: string; program: ProgramRequest }) {
  const [isLeaving, setLeaving] = useState(false)
  const decide = (approve: boolean) =>
    parseResponse(tsr.programs.decide.mutate({ params: { requestId }, body: { approve } }), (decision) =>
      requireFields(decision, 'location'),
    )
  if (isLeaving) return <Alert title="Your decision is saved">Go back to your program. You can close this page.</Alert>
  return (
    <DecisionForm
      decide={decide}
      onDecided={({ location }) => {
        setLeaving(true)
        window.location.assign(location)
      }}
    >
      <p className="text-lg">
        <strong className="wrap-anywhere">{program.name}</strong> wants to use the academy on your behalf.
      </p>
      {program.host === null || program.redirect_host === null ? (
        <Alert tone="warning" title="This program is unverified">
          It runs on your own machine, or nobody vouches for it: another program could use its name. Confirm only if you connected it
          yourself a moment ago.
        </Alert>
      ) : (
        <Alert tone="warning" title="Did you start this yourself?">
          Confirm only if you connected the program yourself a moment ago. If someone sent you this link, refuse.
        </Alert>
      )}
      <Facts>
        <Fact name="Program of">{program.host ?? 'unknown'}</Fact>
        <Fact name="It may">
          <ScopeList scopes={program.scopes} />
        </Fact>
        <Fact name="For">{program.expires_in_days} days. You can revoke it at any time under Access tokens.</Fact>
        <Fact name="Leads back to">{program.redirect_host ?? 'a program on your own machine'}</Fact>
        <Fact name="Requested">
          <Timestamp at={program.created_at} />
        </Fact>
      </Facts>
    </DecisionForm>
  )
}

/** The program that asks for access. */
const programRequestQuery = (requestId: string) =>
  queryOptions({
    queryKey: ['program-request', requestId],
    queryFn: ({ signal }) =>
      parseResponse(tsr.programs.get.query({ params: { requestId }, fetchOptions: { signal } }), (program) =>
        requireFields(program, 'name', 'host', 'redirect_host', 'scopes', 'expires_in_days', 'created_at'),
      ),
    // The API forgets a decided request.
    staleTime: Number.POSITIVE_INFINITY,
  })
