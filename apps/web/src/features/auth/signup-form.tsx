import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { LegalPart } from '../../account/legal-part.tsx'
import { postPublic } from '../../api/post-public.ts'
import { paths } from '../../paths.ts'
import { type SignInState, saveReturnPath } from '../../session/return-path.ts'
import { signUp } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { getFieldText, useFieldErrors } from '../../ui/form.ts'
import { PasswordInput } from '../../ui/password-input.tsx'
import { toast } from '../../ui/toast.ts'
import { readEmail } from './credentials.ts'
import { MIN_PASSWORD_LENGTH, PASSWORD_HINT, validateNewEmail, validateNewPassword } from './new-credentials.ts'
import { rememberSignUp } from './sign-up-password.ts'

/** How long a visitor waits for the account record. */
const TIMEOUT_MS = 10_000

type SignupFormProps = {
  from: string | undefined
  /** What the visitor typed as the email at sign-in. */
  typed: string | undefined
  onEmailTyped: (email: string) => void
  onBusy: (busy: boolean) => void
}

/** Signs up with the provider, creates the account record and opens sign-in with the verification dialog. */
export function SignupForm({ from, typed, onEmailTyped, onBusy }: SignupFormProps) {
  const navigate = useNavigate()
  const { form, errors, showErrors } = useFieldErrors()
  const [pending, setPending] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = readEmail(event.currentTarget)
    const password = getFieldText(event.currentTarget, 'password')
    if (showErrors({ email: validateNewEmail(email), password: validateNewPassword(password) })) return
    setPending(true)
    onBusy(true)
    const done = await createAccount(email, password)
    if (done) {
      saveReturnPath(from)
      rememberSignUp(email, password)
      await navigate(paths.login(), { replace: true, state: { from, verify: email } satisfies SignInState })
    }
    setPending(false)
    onBusy(false)
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="mt-7 flex flex-col gap-5">
      <Field label="Email" error={errors.email}>
        <TextInput
          type="email"
          name="email"
          autoComplete="username"
          required
          defaultValue={typed}
          onChange={(event) => onEmailTyped(event.target.value)}
        />
      </Field>
      <Field label="Password" error={errors.password} hint={errors.password ? undefined : PASSWORD_HINT}>
        <PasswordInput name="password" autoComplete="new-password" minLength={MIN_PASSWORD_LENGTH} required />
      </Field>
      <Button type="submit" pending={pending} className="mt-1">
        {pending ? 'Creating account...' : 'Create account'}
      </Button>
      <LegalPart below="sign-up" />
    </form>
  )
}

/** Creates the account. Returns true even when the API could not create the record. */
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

/**
 * Creates the account record after a sign-up. Returns whether the record exists, new or not. The form shows the same error for every failure, and
 * the first sign-in creates the record.
 */
async function createAccountRecord({ userId, email }: { userId: string; email: string }): Promise<boolean> {
  const reply = await postPublic('/api/accounts', { user_id: userId, email }, () => true, TIMEOUT_MS)
  return 'body' in reply || reply.error.message === 'Account already exists'
}
