import { type FormEvent, useRef, useState } from 'react'
import { sendPasswordReset } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { emailProblem } from './credentials.ts'
import { fieldText } from './field-text.ts'
import { useProblems } from './use-problems.ts'

type ForgotPasswordDialogProps = { open: boolean; email: string; onClose: () => void }

/** Asks for the address to which the reset link goes. */
export function ForgotPasswordDialog({ open, email, onClose }: ForgotPasswordDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title="Reset your password"
      description="Tell us the address of your account, and we will mail you a link for choosing a new password."
    >
      <ResetRequest email={email} onSent={onClose} />
    </Dialog>
  )
}

function ResetRequest({ email: knownEmail, onSent }: { email: string; onSent: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const { problems, show } = useProblems(form)
  const [pending, setPending] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = fieldText(event.currentTarget, 'email').trim()
    if (show({ email: emailProblem(email) })) return
    setPending(true)
    const { error } = await sendPasswordReset(email)
    setPending(false)
    if (error) {
      toast.error({ title: 'Reset failed', description: error.message || undefined })
      return
    }
    // The same for known and unknown addresses: nobody learns who has an account (D-17).
    toast.success({ title: 'Reset email sent', description: 'Please check your email for password reset instructions.' })
    onSent()
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <Field label="Email" error={problems.email}>
        <TextInput type="email" name="email" autoComplete="username" required defaultValue={knownEmail} />
      </Field>
      <Button type="submit" pending={pending}>
        {pending ? 'Sending...' : 'Send reset link'}
      </Button>
    </form>
  )
}
