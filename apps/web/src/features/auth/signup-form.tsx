import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import type { SignInState } from '../../session/origin-path.ts'
import { signUp } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { createAccountRecord } from './create-account-record.ts'
import { emailProblem, MIN_PASSWORD_LENGTH, newAccountPasswordProblem, PASSWORD_HINT } from './credentials.ts'
import { fieldText } from './field-text.ts'
import { useProblems } from './use-problems.ts'

type SignupFormProps = { from: string | undefined; onBusy: (busy: boolean) => void }

/** Signs up with the provider, has the account record made, and goes to sign-in with the verification dialog (AUTH-14..18). */
export function SignupForm({ from, onBusy }: SignupFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const { problems, show } = useProblems(form)
  const [pending, setPending] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = fieldText(event.currentTarget, 'email').trim()
    const password = fieldText(event.currentTarget, 'password')
    if (show({ email: emailProblem(email), password: newAccountPasswordProblem(password) })) return
    setPending(true)
    onBusy(true)
    const done = await createAccount(email, password)
    if (done) await navigate(paths.login(), { replace: true, state: { from, verify: email } satisfies SignInState })
    setPending(false)
    onBusy(false)
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="mt-7 flex flex-col gap-5">
      <Field label="Email" error={problems.email}>
        <TextInput type="email" name="email" autoComplete="username" required />
      </Field>
      <Field label="Password" error={problems.password} hint={problems.password ? undefined : PASSWORD_HINT}>
        <PasswordInput name="password" autoComplete="new-password" minLength={MIN_PASSWORD_LENGTH} required />
      </Field>
      <Button type="submit" pending={pending} className="mt-1">
        {pending ? 'Creating account...' : 'Create account'}
      </Button>
    </form>
  )
}

/** Whether there is an account now. Without a record at the API there is one all the same (AUTH-17). */
async function createAccount(email: string, password: string): Promise<boolean> {
  const { error, userId } = await signUp(email, password)
  if (error) {
    toast.error({ title: 'Signup failed', description: error.message || 'Please try again.' })
    return false
  }
  const recorded = userId !== undefined && (await createAccountRecord({ userId, email }))
  if (!recorded) {
    toast.warning({
      title: 'Warning',
      description: 'Account created but profile setup incomplete. Please contact support if you experience issues.',
    })
  }
  return true
}
