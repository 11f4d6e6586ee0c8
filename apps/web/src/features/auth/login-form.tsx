import { type FormEvent, useRef, useState } from 'react'
import type { SignInState } from '../../session/origin-path.ts'
import { signIn } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { emailProblem, missingPassword } from './credentials.ts'
import { fieldText } from './field-text.ts'
import { tellSignInClicked } from './sign-in-event.ts'
import { useProblems } from './use-problems.ts'

type LoginFormProps = { cameWith: SignInState; onForgotPassword: (email: string) => void }

/** E-mail and password. Success shows in the session, which the page around it follows. */
export function LoginForm({ cameWith, onForgotPassword }: LoginFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { problems, show } = useProblems(form)
  const [pending, setPending] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = fieldText(event.currentTarget, 'email').trim()
    const password = fieldText(event.currentTarget, 'password')
    tellSignInClicked(email, cameWith)
    if (show({ email: emailProblem(email), password: missingPassword(password) })) return
    setPending(true)
    const { error } = await signIn(email, password)
    setPending(false)
    if (error) toast.error(refusal(error))
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="mt-7 flex flex-col gap-5">
      <Field label="Email" error={problems.email}>
        <TextInput type="email" name="email" autoComplete="username" required />
      </Field>
      <Field label="Password" error={problems.password}>
        <PasswordInput name="password" autoComplete="current-password" required />
      </Field>
      <Button type="submit" pending={pending} className="mt-1">
        {pending ? 'Signing in...' : 'Sign in'}
      </Button>
      <button
        type="button"
        className="text-link self-start text-sm"
        onClick={() => onForgotPassword(form.current ? fieldText(form.current, 'email').trim() : '')}
      >
        Forgot password?
      </button>
    </form>
  )
}

/** ERR-11 for an address that is not confirmed yet; otherwise the provider's own words (ERR-12, D-18). */
function refusal(error: { message: string; code?: string | undefined }) {
  if (error.code === 'email_not_confirmed') {
    return { title: 'Email not confirmed', description: 'Please confirm your email before signing in.' }
  }
  return { title: 'Login failed', description: error.message || 'Please try again.' }
}
