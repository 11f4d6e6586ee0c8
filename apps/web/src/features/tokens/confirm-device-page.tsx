import type { DeviceLogin } from '@academy/contract'
import { TOKEN_SCOPES } from '@academy/contract/token-scopes'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError, needsSignIn } from '../../api/api-error.ts'
import { tsr } from '../../api/client.ts'
import { parseResponse, requireFields, unwrapResponse } from '../../api/unwrap-response.ts'
import { paths } from '../../paths.ts'
import { confirmPassword, PasswordNotConfirmedError } from '../../session/confirm-password.ts'
import { useSession } from '../../session/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { useFieldErrors } from '../../ui/use-field-errors.ts'
import { useFocusOnChange } from '../../ui/use-focus-on-change.ts'
import { PasswordField } from './password-field.tsx'
import { needsPassword } from './token-queries.ts'

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
  if (login) return <DecisionForm code={code} login={login} />
  if (!error || isFetching) return <Loading />
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

function DecisionForm({ code, login }: { code: string; login: DeviceLogin }) {
  const { session } = useSession()
  const [asksPassword, setAsksPassword] = useState(false)
  const [password, setPassword] = useState('')
  const { form, errors, showErrors } = useFieldErrors()
  const { mutate, isPending, data: approved, error, variables } = useDecision(code)

  if (approved !== undefined) return <Decided approved={approved} name={login.name} />

  const decide = (approve: boolean) => {
    if (showErrors({ password: approve && asksPassword && password === '' ? 'Enter your password.' : undefined })) return
    const onError = (reason: unknown) => {
      if (needsPassword(reason)) setAsksPassword(true)
      if (reason instanceof PasswordNotConfirmedError) showErrors({ password: reason.message })
    }
    mutate({ approve, email: session?.user.email ?? '', password }, { onError })
  }
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        decide(true)
      }}
      className="flex flex-col gap-8"
    >
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
      {asksPassword && (
        <div className="max-w-narrow">
          <PasswordField password={password} error={errors.password} onChange={setPassword} />
        </div>
      )}
      {error && !(error instanceof PasswordNotConfirmedError) && !needsPassword(error) && !needsSignIn(error) && (
        <Alert tone="danger">{error instanceof ApiError ? error.message : "We couldn't save your decision. Try again in a moment."}</Alert>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isPending} pending={isPending && variables.approve}>
          {isPending && variables.approve ? 'Confirming...' : 'Confirm'}
        </Button>
        <Button variant="secondary" disabled={isPending} pending={isPending && !variables.approve} onClick={() => decide(false)}>
          Refuse
        </Button>
      </div>
    </form>
  )
}

const Details = ({ login }: { login: DeviceLogin }) => (
  <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-[auto_1fr]">
    <Fact name="Name">{login.name}</Fact>
    <Fact name="It may">
      <ul className="flex flex-col gap-1">
        {login.scopes.map((scope) => (
          <li key={scope}>{TOKEN_SCOPES[scope]}</li>
        ))}
      </ul>
    </Fact>
    <Fact name="For">{login.expires_in_days} days. You can revoke it at any time.</Fact>
    <Fact name="Requested from">
      <span translate="no" className="font-code text-sm">
        {login.ip}
      </span>
      , <Timestamp at={login.created_at} />
    </Fact>
    {login.user_agent && <Fact name="Program">{login.user_agent}</Fact>}
  </dl>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 wrap-anywhere max-sm:-mt-3">{children}</dd>
  </>
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

const Loading = () => (
  <div role="status" className="flex flex-col gap-4">
    <span className="sr-only">Loading...</span>
    <Skeleton className="h-24 w-full" />
    <Skeleton className="h-40 w-full" />
  </div>
)

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

type Decision = { approve: boolean; email: string; password: string }

/** Confirms or refuses the token. With a password it signs in first, because the API requires a recent sign-in. */
const useDecision = (userCode: string) =>
  useMutation({
    mutationFn: async ({ approve, email, password }: Decision) => {
      if (approve && password !== '') await confirmPassword(email, password)
      await unwrapResponse(tsr.deviceLogins.decide.mutate({ params: { userCode }, body: { approve } }))
      return approve
    },
  })
