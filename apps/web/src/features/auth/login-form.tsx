import { type FormEvent, useState } from 'react'
import type { SignInState } from '../../session/return-path.ts'
import { signIn } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { getFieldText, useFieldErrors, validateEmail } from '../../ui/form.ts'
import { PasswordInput } from '../../ui/password-input.tsx'
import { toast } from '../../ui/toast.ts'
import type { ConfirmEmailProps } from './confirm-email.tsx'
import { readEmail, validatePasswordPresence } from './credentials.ts'
import { UnconfirmedAlert } from './lazy-sign-in-extras.ts'
import { trackSignInClicked } from './sign-in-event.ts'

type LoginFormProps = Pick<ConfirmEmailProps, 'onReturnPath' | 'onConfirmed'> & {
  signInState: SignInState
  onForgotPassword: (email: string) => void
  onEmailTyped: (email: string) => void
}

/**
 * The sign-in form. On success the session changes and the page redirects. After a refused sign-in the user can confirm the address here.
 */
export function LoginForm({ signInState, onForgotPassword, onEmailTyped, onReturnPath, onConfirmed }: LoginFormProps) {
  const { form, errors, showErrors } = useFieldErrors()
  const [pending, setPending] = useState(false)
  /** What the user signed in with when the address was not confirmed yet. */
  const [unconfirmed, setUnconfirmed] = useState<{ email: string; password: string }>()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = readEmail(event.currentTarget)
    const password = getFieldText(event.currentTarget, 'password')
    trackSignInClicked(email, signInState)
    if (showErrors({ email: validateEmail(email), password: validatePasswordPresence(password) })) return
    setPending(true)
    const { error } = await signIn(email, password)
    setPending(false)
    if (error) toast.error(signInErrorToast(error))
    setUnconfirmed(error?.code === UNCONFIRMED ? { email, password } : undefined)
  }

  return (
    <>
      {unconfirmed && (
        <UnconfirmedAlert
          key={unconfirmed.email}
          {...unconfirmed}
          onReturnPath={onReturnPath}
          onConfirmed={(how) => {
            setUnconfirmed(undefined)
            onConfirmed(how)
          }}
        />
      )}
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="mt-7 flex flex-col gap-5">
        <Field label="Email" error={errors.email}>
          <TextInput
            type="email"
            name="email"
            autoComplete="username"
            required
            defaultValue={signInState.email ?? signInState.verify ?? signInState.typed}
            onChange={(event) => onEmailTyped(event.target.value)}
          />
        </Field>
        <Field label="Password" error={errors.password}>
          <PasswordInput name="password" autoComplete="current-password" required />
        </Field>
        <Button type="submit" pending={pending} className="mt-1">
          {pending ? 'Signing in...' : 'Sign in'}
        </Button>
        <button
          type="button"
          className="text-link self-start text-sm"
          onClick={() => onForgotPassword(form.current ? getFieldText(form.current, 'email').trim() : '')}
        >
          Forgot password?
        </button>
      </form>
    </>
  )
}

/** The provider's code for an address that was not confirmed. */
const UNCONFIRMED = 'email_not_confirmed'
/** The provider's code for an account that an operator locked. */
const BANNED = 'user_banned'

/** Returns a text of the academy for an unconfirmed email or a locked account, otherwise the provider's message. */
function signInErrorToast(error: { message: string; code?: string | undefined }) {
  if (error.code === UNCONFIRMED) {
    return { title: 'Email not confirmed', description: 'Please confirm your email before signing in.' }
  }
  if (error.code === BANNED) return { title: 'This account is locked', description: 'Contact the academy to open it again.' }
  return { title: 'Login failed', description: error.message || 'Please try again.' }
}
