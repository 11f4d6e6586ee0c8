import { type FormEvent, useRef, useState } from 'react'
import { ApiError, needsSignIn } from '../../api/api-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useDeleteAccount, WrongPassword } from './use-delete-account.ts'

/** Says what goes and what stays, and asks for the password: an unlocked computer is not enough. */
export function DeleteAccountDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error } = useDeleteAccount(email)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(password === '')
    if (password === '') field.current?.focus()
    else mutate(password)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={!isPending}
      title="Delete your account?"
      description="This cannot be undone. There is no refund for what you bought, and no way back to your prompts."
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <ul className="flex list-disc flex-col gap-1 pl-5 text-sm">
          <li>Deleted: your profile, your prompts, your means of payment and your sign-in.</li>
          <li>Ended: your access to everything, and a subscription that you have cancelled already.</li>
          <li>Kept: that something was bought, without your name, and the invoices at the payment provider, as the law asks.</li>
        </ul>
        <Field label="Password" error={isMissing ? 'Enter your password.' : error instanceof WrongPassword && error.message}>
          <PasswordInput
            ref={field}
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        {error && !(error instanceof WrongPassword) && !needsSignIn(error) && (
          <Alert tone="danger">
            {error instanceof ApiError ? error.message : 'Your account could not be deleted. Try again in a moment.'}
          </Alert>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" pending={isPending}>
            {isPending ? 'Deleting...' : 'Delete my account'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
