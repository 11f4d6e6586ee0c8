import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type CodeOutcome, confirmByCode, resendConfirmation } from '../../session/confirm-email.ts'
import { takeReturnPath } from '../../session/return-path.ts'
import { type AuthResult, signIn } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { getFieldText, useFieldErrors } from '../../ui/form.ts'
import { useFocusWhenEnabled } from '../../ui/use-focus-when-enabled.ts'
import { takeSignUpPassword } from './sign-up-password.ts'

/** How the confirmation ended: signed in, or confirmed while the user still has to sign in. */
export type Confirmation = 'signed-in' | 'confirmed' | 'other-password'

export type ConfirmEmailProps = {
  email: string
  /** The password that the user typed; without one, that of the sign-up on this page. */
  password?: string
  /** Receives the path that the sign-up saved, before the session opens and the page redirects. */
  onReturnPath: (path: string | undefined) => void
  onConfirmed: (confirmation: Confirmation) => void
}

/** The shortest time between two emails at the auth provider, in seconds. */
const PAUSE_S = 60

const problems: Record<Exclude<CodeOutcome, 'confirmed'>, string> = {
  refused: 'That code is wrong or no longer works. Use the code of the newest email.',
  'rate-limit': 'Too many attempts. Wait a minute, then try again: your code still works.',
  outage: "We can't reach the sign-in service. Try again in a moment.",
}

/** Confirms the address by the code in the email, also when the email was opened on another device, and requests the email again. */
export function ConfirmEmail({ email, password, onReturnPath, onConfirmed }: ConfirmEmailProps) {
  const { form, errors, showErrors } = useFieldErrors()
  const [pending, setPending] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = getFieldText(event.currentTarget, 'code').replace(/[\s-]/g, '')
    if (showErrors({ code: /^\d{6,10}$/.test(code) ? undefined : 'Enter the digits from the email.' })) return
    setPending(true)
    const outcome = await confirmByCode(email, code)
    if (outcome === 'confirmed') {
      onReturnPath(takeReturnPath())
      onConfirmed(await signInWith(email, password ?? takeSignUpPassword(email)))
    } else showErrors({ code: problems[outcome] })
    setPending(false)
  }

  return (
    <div className="flex flex-col items-start gap-3">
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex w-full flex-col gap-3">
        <Field label="Code from the email" error={errors.code}>
          <TextInput name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={20} required data-private />
        </Field>
        <Button type="submit" variant="secondary" pending={pending}>
          {pending ? 'Confirming...' : 'Confirm'}
        </Button>
      </form>
      <ResendEmail email={email} />
    </div>
  )
}

/** Signs in with a password that is known; the provider decides whether it is the account's. */
async function signInWith(email: string, password: string | undefined): Promise<Confirmation> {
  if (password === undefined) return 'confirmed'
  const { error } = await signIn(email, password)
  if (!error) return 'signed-in'
  return error.code === 'invalid_credentials' ? 'other-password' : 'confirmed'
}

/** Returns the seconds to wait that the provider names, as in 'you can only request this after 42 seconds'. */
const secondsIn = ({ message }: { message: string }): number | undefined => {
  const seconds = Number(/after (\d+) second/.exec(message)?.[1])
  return Number.isInteger(seconds) ? seconds + 1 : undefined
}

function ResendEmail({ email }: { email: string }) {
  const [pending, setPending] = useState(false)
  /** The seconds that are left until the button can be pressed again, at the time `until`. */
  const [wait, setWait] = useState({ seconds: 0, until: 0 })
  const [note, setNote] = useState('')
  const button = useRef<HTMLButtonElement>(null)
  const isDisabled = pending || wait.seconds > 0
  useFocusWhenEnabled(button, isDisabled)

  useEffect(() => {
    const { seconds, until } = wait
    if (seconds === 0) return
    const timer = setTimeout(() => {
      // By the clock, because phones stop the timers of a page that is not shown.
      const remaining = Math.ceil((until - Date.now()) / 1000)
      setWait({ seconds: Math.max(0, Math.min(remaining, seconds - 1)), until })
    }, 1000)
    return () => clearTimeout(timer)
  }, [wait])

  const resend = async () => {
    setPending(true)
    const { error } = await resendConfirmation(email)
    setPending(false)
    setNote(noteFor(error))
    if (error && error.status !== 429) return
    const seconds = (error && secondsIn(error)) ?? PAUSE_S
    setWait({ seconds, until: Date.now() + seconds * 1000 })
  }

  const label = wait.seconds > 0 ? `Resend email (in ${wait.seconds} s)` : 'Resend email'
  return (
    <>
      {/* Inside an alert each second would be announced. */}
      <button ref={button} type="button" aria-live="off" disabled={isDisabled} className="text-link text-sm" onClick={() => void resend()}>
        {pending ? 'Sending...' : label}
      </button>
      <p role="status" className="text-sm text-muted empty:hidden">
        {note}
      </p>
    </>
  )
}

function noteFor(error: AuthResult['error']): string {
  if (!error) return 'We sent a new email. Only its link and code work now.'
  if (error.status !== 429) return error.message || "We couldn't send the email. Try again in a moment."
  return secondsIn(error) === undefined
    ? 'Too many emails were requested. Try again later.'
    : 'We sent an email a moment ago. Check your spam folder before you request another.'
}
