import { type FormEvent, useRef, useState } from 'react'
import { updatePassword } from '../../session/update-password.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { getFieldText, useFieldErrors } from '../../ui/form.ts'
import { PasswordInput } from '../../ui/password-input.tsx'
import { toast } from '../../ui/toast.ts'
import { useFocusWhenEnabled } from '../../ui/use-focus-when-enabled.ts'
import { validatePasswordPresence } from './credentials.ts'
import { validatePasswordChange } from './new-credentials.ts'
import { requestPasswordReset } from './request-password-reset.ts'

type NewPasswordFormProps = {
  /** Email of the account, for password managers and reset links. */
  email: string
  /**
   * Whether an email link opened the session. Then the form has no field for the current password, unless the provider requires it, and a new
   * password revokes the access tokens: another person may have made them.
   */
  isRecovery: boolean
  onDone: () => void
}

/** Sets a new password, with confirmation and, if required, the current password. */
export function NewPasswordForm({ email, isRecovery, onDone }: NewPasswordFormProps) {
  const { form, errors, showErrors } = useFieldErrors()
  const [needsCurrent, setNeedsCurrent] = useState(!isRecovery)
  const [pending, setPending] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = event.currentTarget
    const current = needsCurrent ? getFieldText(fields, 'current') : undefined
    const password = getFieldText(fields, 'password')
    const currentProblem = current === undefined ? undefined : validatePasswordPresence(current)
    if (showErrors({ current: currentProblem, ...validatePasswordChange(password, getFieldText(fields, 'confirmation')) })) return
    setPending(true)
    const { error } = await updatePassword(password, current)
    if (!error && isRecovery) await revokeAllTokens()
    setPending(false)
    if (!error) {
      toast.success({ title: 'Password updated!', description: 'Your password has been successfully updated.' })
      onDone()
    } else if (error.code === 'current_password_invalid') {
      showErrors({ current: "That's not your current password." })
    } else if (error.code === 'current_password_required') {
      setNeedsCurrent(true)
      showErrors({ current: 'Enter your password.' })
    } else {
      toast.error({ title: 'Password reset failed', description: error.message || undefined })
    }
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {/* Password managers store the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {needsCurrent && (
        <div className="flex flex-col gap-2">
          <Field label="Current password" error={errors.current}>
            <PasswordInput name="current" autoComplete="current-password" required />
          </Field>
          <ResetLinkButton email={email} />
        </div>
      )}
      <Field label="New password" error={errors.password}>
        <PasswordInput name="password" autoComplete="new-password" required />
      </Field>
      <Field label="Confirm new password" error={errors.confirmation}>
        <PasswordInput name="confirmation" autoComplete="new-password" required />
      </Field>
      <Button type="submit" pending={pending} className="mt-1">
        {pending ? 'Updating password...' : 'Update password'}
      </Button>
    </form>
  )
}

/** Revokes the access tokens of the account, or warns that they still work. */
async function revokeAllTokens(): Promise<void> {
  try {
    const { revokeAccessTokens } = await import('./revoke-access-tokens.ts')
    await revokeAccessTokens()
  } catch {
    const description = 'Revoke them under Settings, Access tokens, if you do not know them all.'
    toast.warning({ title: 'Your access tokens still work', description })
  }
}

/** Requests a reset link, for users who forgot their current password. */
function ResetLinkButton({ email }: { email: string }) {
  const button = useRef<HTMLButtonElement>(null)
  const [pending, setPending] = useState(false)
  useFocusWhenEnabled(button, pending)
  const request = async () => {
    setPending(true)
    await requestPasswordReset(email)
    setPending(false)
  }
  return (
    <button ref={button} type="button" disabled={pending} className="text-link self-start text-sm" onClick={() => void request()}>
      {pending ? 'Sending...' : 'Forgot it? Email me a reset link'}
    </button>
  )
}
