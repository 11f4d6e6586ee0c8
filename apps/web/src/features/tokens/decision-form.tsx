import { TOKEN_SCOPES, type TokenScope } from '@academy/contract/token-scopes'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FailureAlert } from '../../api/failure-alert.tsx'
import { confirmPassword, PasswordNotConfirmedError } from '../../session/confirm-password.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { useFieldErrors } from '../../ui/form.ts'
import { Loading } from '../../ui/skeleton.tsx'
import { PasswordField } from './password-field.tsx'
import { needsPassword } from './token-queries.ts'

type DecisionFormProps<T> = {
  /** What the user decides about. */
  children: ReactNode
  /** Stores the decision. */
  decide: (approve: boolean) => Promise<T>
  onDecided: (result: T) => void
}

/** Lets the user confirm or refuse what a program may do. To confirm, it asks for the password if the API requires a recent sign-in. */
export function DecisionForm<T>({ children, decide, onDecided }: DecisionFormProps<T>) {
  const { session } = useSession()
  const [asksPassword, setAsksPassword] = useState(false)
  const [password, setPassword] = useState('')
  const { form, errors, showErrors } = useFieldErrors()
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: async ({ approve, email }: { approve: boolean; email: string }) => {
      if (approve && password !== '') await confirmPassword(email, password)
      return await decide(approve)
    },
    onSuccess: onDecided,
  })

  const submit = (approve: boolean) => {
    if (showErrors({ password: approve && asksPassword && password === '' ? 'Enter your password.' : undefined })) return
    const onError = (reason: unknown) => {
      if (needsPassword(reason)) setAsksPassword(true)
      if (reason instanceof PasswordNotConfirmedError) showErrors({ password: reason.message })
    }
    mutate({ approve, email: session?.user.email ?? '' }, { onError })
  }
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit(true)
      }}
      className="flex flex-col gap-8"
    >
      {children}
      {asksPassword && (
        <div className="max-w-narrow">
          <PasswordField password={password} error={errors.password} onChange={setPassword} />
        </div>
      )}
      {!(error instanceof PasswordNotConfirmedError) && !needsPassword(error) && (
        <FailureAlert error={error} failed="We couldn't save your decision" />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isPending} pending={isPending && variables.approve}>
          {isPending && variables.approve ? 'Confirming...' : 'Confirm'}
        </Button>
        <Button variant="secondary" disabled={isPending} pending={isPending && !variables.approve} onClick={() => submit(false)}>
          Refuse
        </Button>
      </div>
    </form>
  )
}

/** The facts about the program. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-[auto_1fr]">{children}</dl>

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 wrap-anywhere max-sm:-mt-3">{children}</dd>
  </>
)

/** What a program may do, in sentences. */
export const ScopeList = ({ scopes }: { scopes: TokenScope[] }) => (
  <ul className="flex flex-col gap-1">
    {scopes.map((scope) => (
      <li key={scope}>{TOKEN_SCOPES[scope]}</li>
    ))}
  </ul>
)

export const LoadingProgram = () => <Loading className="flex flex-col gap-4" blocks={['h-24 w-full', 'h-40 w-full']} />
