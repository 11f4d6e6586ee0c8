import { type FormEvent, useEffect, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { useFieldErrors, validateEmail } from '../../ui/form.ts'
import { type Confirmation, ConfirmEmail, type ConfirmEmailProps } from './confirm-email.tsx'
import { readEmail } from './credentials.ts'
import { requestPasswordReset } from './request-password-reset.ts'

/** Tells a user whose address was confirmed on this page what to do next. */
export const ConfirmedNotice = ({ confirmation }: { confirmation: Confirmation }) => (
  <Alert tone="positive" className="mt-6" title="Your email address is confirmed">
    {confirmation === 'other-password'
      ? 'The account has another password, maybe from an earlier sign-up. Choose “Forgot password?”: a new password signs everyone else out.'
      : 'Sign in with your password.'}
  </Alert>
)

type ForgotPasswordDialogProps = { email: string; onClose: () => void }

/** Requests a password reset link by email. */
export function ForgotPasswordDialog({ email, onClose }: ForgotPasswordDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title="Reset your password"
      description="Enter your email and we'll send you a link to reset your password."
    >
      <ResetRequest email={email} onSent={onClose} />
    </Dialog>
  )
}

function ResetRequest({ email: knownEmail, onSent }: { email: string; onSent: () => void }) {
  const { form, errors, showErrors } = useFieldErrors()
  const [pending, setPending] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = readEmail(event.currentTarget)
    if (showErrors({ email: validateEmail(email) })) return
    setPending(true)
    const sent = await requestPasswordReset(email)
    setPending(false)
    if (sent) onSent()
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <Field label="Email" error={errors.email}>
        <TextInput type="email" name="email" autoComplete="username" required defaultValue={knownEmail} />
      </Field>
      <Button type="submit" pending={pending}>
        {pending ? 'Sending...' : 'Send reset link'}
      </Button>
    </form>
  )
}

/** Stands above the sign-in form after a sign-in with an unconfirmed address, beside the toast. */
export const UnconfirmedAlert = (props: ConfirmEmailProps) => (
  <Alert tone="warning" className="mt-6" title="Confirm your email address first">
    <p className="mb-3">
      We sent an email to{' '}
      <strong data-private translate="no" className="font-semibold break-words">
        {props.email}
      </strong>
      . Open its link, or type its code here.
    </p>
    <ConfirmEmail {...props} />
  </Alert>
)

type VerifyEmailDialogProps = ConfirmEmailProps & { onOpen: () => void; onClose: () => void }

/** Asks the user to confirm the email after sign-up. */
export function VerifyEmailDialog({ onOpen, onClose, ...props }: VerifyEmailDialogProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens once
  useEffect(onOpen, [])
  return (
    <Dialog
      onClose={onClose}
      closeButton={false}
      size="sm"
      title="Verify Your Email"
      description={
        <>
          We sent a confirmation link to{' '}
          <strong data-private translate="no" className="font-semibold break-words text-ink">
            {props.email}
          </strong>
          . Click it to activate your account.
        </>
      }
    >
      <p className="mb-4 text-sm text-muted">
        Is the email on another device? Type its code here. Nothing after a few minutes? Check your spam folder.
      </p>
      <ConfirmEmail {...props} />
      <Button className="mt-6 w-full" onClick={onClose}>
        Got it
      </Button>
    </Dialog>
  )
}
