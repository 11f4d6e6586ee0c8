import type { DeviceLogin } from '@academy/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { parseResponse, requireFields, tsr, unwrapResponse } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { useFieldErrors } from '../../ui/form.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { useFocusOnChange } from '../../ui/use-focus-on-change.ts'
import { DecisionForm, Fact, Facts, LoadingProgram, ScopeList } from './decision-form.tsx'

/** Lets the user approve or refuse the token that a waiting program requested with a code. */
export default function ConfirmDevicePage() {
  const [params, setParams] = useSearchParams()
  const code = (params.get('code') ?? '').trim().toUpperCase()
  const content = useFocusOnChange(code)
  return (
    <div data-private className="flex max-w-prose flex-col gap-8">
      <PageHeading>Sign in a program</PageHeading>
      <div ref={content} className="outline-none">
        {code === '' ? (
          <CodeForm onSubmit={(entered) => setParams({ code: entered })} />
        ) : (
          <DeviceLoginDetails key={code} code={code} onOtherCode={() => setParams({})} />
        )}
      </div>
    </div>
  )
}

function CodeForm({ onSubmit }: { onSubmit: (code: string) => void }) {
  const [code, setCode] = useState('')
  const { form, errors, showErrors } = useFieldErrors()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isCode = /^[a-z]{4}-?[a-z]{4}$/i.test(code.trim())
    if (!showErrors({ code: isCode ? undefined : 'A code has eight letters, such as BDFG-HJKL.' })) onSubmit(code.trim())
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex max-w-narrow flex-col items-start gap-5">
      <Field label="Code" hint="The program that you started shows it." error={errors.code}>
        <TextInput
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          maxLength={20}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <Button type="submit">Continue</Button>
    </form>
  )
}

function DeviceLoginDetails({ code, onOtherCode }: { code: string; onOtherCode: () => void }) {
  const { data: login, error, isFetching, refetch } = useQuery(deviceLoginQuery(code))
  if (login) return <DeviceDecision code={code} login={login} />
  if (!error || isFetching) return <LoadingProgram />
  if (!(error instanceof ApiError && error.status === 404)) {
    return <ErrorState title="We couldn't look the code up" message={error.message} onRetry={() => void refetch()} />
  }
  return (
    <Alert tone="warning" title="This code doesn't work">
      <p>It's wrong, has expired, or was used already. Start the sign-in in your program again.</p>
      <Button variant="secondary" onClick={onOtherCode} className="mt-4">
        Enter another code
      </Button>
    </Alert>
  )
}

function DeviceDecision({ code, login }: { code: string; login: DeviceLogin }) {
  const [approved, setApproved] = useState<boolean>()
  if (approved !== undefined) return <Decided approved={approved} name={login.name} />
  const decide = async (approve: boolean) => {
    await unwrapResponse(tsr.deviceLogins.decide.mutate({ params: { userCode: code }, body: { approve } }))
    return approve
  }
  return (
    <DecisionForm decide={decide} onDecided={setApproved}>
      <div>
        <p className="text-lg">Does your program show this code?</p>
        <p
          translate="no"
          className="mt-3 rounded-lg border border-rule-strong bg-code px-5 py-4 text-center font-code text-3xl font-semibold tracking-widest"
        >
          {code}
        </p>
      </div>
      <Alert tone="warning" title="Did you start this yourself?">
        Confirm only if you started the sign-in on your own device a moment ago. If someone sent you this link or code, refuse: they would
        get into your account.
      </Alert>
      <Details login={login} />
    </DecisionForm>
  )
}

const Details = ({ login }: { login: DeviceLogin }) => (
  <Facts>
    <Fact name="Name">{login.name}</Fact>
    <Fact name="It may">
      <ScopeList scopes={login.scopes} />
    </Fact>
    <Fact name="For">{login.expires_in_days} days. You can revoke it at any time.</Fact>
    <Fact name="Requested from">
      <span translate="no" className="font-code text-sm">
        {login.ip}
      </span>
      , <Timestamp at={login.created_at} />
    </Fact>
    {login.user_agent && <Fact name="Program">{login.user_agent}</Fact>}
  </Facts>
)

function Decided({ approved, name }: { approved: boolean; name: string }) {
  const result = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone.
  useEffect(() => result.current?.focus(), [])
  return (
    <div ref={result} tabIndex={-1} className="flex flex-col items-start gap-5">
      <Alert tone={approved ? 'positive' : 'neutral'} title={approved ? `“${name}” is signed in` : 'Refused'}>
        {approved ? 'Go back to your program. You can close this page.' : 'The program has no access. You need not do anything else.'}
      </Alert>
      <LinkButton variant="secondary" to={paths.tokens()}>
        Access tokens
      </LinkButton>
    </div>
  )
}

/** The program that shows a code. */
const deviceLoginQuery = (userCode: string) =>
  queryOptions({
    queryKey: ['device-login', userCode],
    queryFn: ({ signal }) =>
      parseResponse(tsr.deviceLogins.get.query({ params: { userCode }, fetchOptions: { signal } }), (login) =>
        requireFields(login, 'name', 'scopes', 'ip', 'user_agent', 'created_at', 'expires_in_days'),
      ),
    // The API forgets a decided code, so another request would hide the result.
    staleTime: Number.POSITIVE_INFINITY,
  })
