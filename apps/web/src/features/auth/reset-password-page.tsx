import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { updatePassword, useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { toast } from '../../ui/toast.ts'
import { AuthSheet } from './auth-sheet.tsx'
import { newPasswordProblems } from './credentials.ts'
import { fieldText } from './field-text.ts'
import { SessionCheck } from './session-check.tsx'
import { useProblems } from './use-problems.ts'

/** A new password, for whoever came by the link of a reset mail, or is signed in anyway (D-05). */
export default function ResetPasswordPage() {
  const { status } = useSession()
  const navigate = useNavigate()

  useEffect(() => {
    if (status !== 'signed-out') return
    toast.error({ title: 'Access denied', description: 'Please use the password reset link from your email.' })
    void navigate(paths.login(), { replace: true })
  }, [status, navigate])

  if (status !== 'signed-in') return <SessionCheck />
  return (
    <AuthSheet>
      <PageHeading>Choose a new password</PageHeading>
      <p className="mt-2 text-muted">You stay signed in, and use it from the next time on.</p>
      <NewPasswordForm />
    </AuthSheet>
  )
}

function NewPasswordForm() {
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const { problems, show } = useProblems(form)
  const [pending, setPending] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = fieldText(event.currentTarget, 'password')
    if (show(newPasswordProblems(password, fieldText(event.currentTarget, 'confirmation')))) return
    setPending(true)
    const { error } = await updatePassword(password)
    setPending(false)
    if (error) {
      toast.error({ title: 'Password reset failed', description: error.message || undefined })
      return
    }
    toast.success({ title: 'Password updated!', description: 'Your password has been successfully updated.' })
    await navigate(paths.dashboard(), { replace: true })
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="mt-7 flex flex-col gap-5">
      <Field label="New password" error={problems.password}>
        <PasswordInput name="password" autoComplete="new-password" required />
      </Field>
      <Field label="Confirm new password" error={problems.confirmation}>
        <PasswordInput name="confirmation" autoComplete="new-password" required />
      </Field>
      <Button type="submit" pending={pending} className="mt-1">
        {pending ? 'Updating password...' : 'Update password'}
      </Button>
    </form>
  )
}
