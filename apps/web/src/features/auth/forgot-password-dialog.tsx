import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { getFieldText } from '../../ui/get-field-text.ts'
import { TextInput } from '../../ui/text-input.tsx'
import { useFieldErrors } from '../../ui/use-field-errors.ts'
import { validateEmail } from '../../ui/validate-email.ts'
import { requestPasswordReset } from './request-password-reset.ts'

type ForgotPasswordDialogProps = { email: string; onClose: () => void }

/** Requests a password reset link by email. */
export function ForgotPasswordDialog({ email, onClose }: ForgotPasswordDialogProps) {
  return (
    <Dialog
      open
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
  const form = useRef<HTMLFormElement>(null)
  const { errors, showErrors } = useFieldErrors(form)
  const [pending, setPending] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = getFieldText(event.currentTarget, 'email').trim()
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
