import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { tsr } from '../../api/client.ts'
import { FailureAlert } from '../../api/failure-alert.tsx'
import { unwrapResponse } from '../../api/unwrap-response.ts'
import { confirmPassword, PasswordNotConfirmedError, signOutAfterDeletion } from '../../session/confirm-password.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { getFieldText } from '../../ui/get-field-text.ts'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useFieldErrors } from '../../ui/use-field-errors.ts'

/** Asks for the password before it deletes the account, so that a stranger at an unlocked computer cannot delete it. */
export function DeleteAccountDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { form, errors, showErrors } = useFieldErrors()
  const { mutate, isPending, error } = useDeleteAccount(email)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = getFieldText(event.currentTarget, 'password')
    if (showErrors({ password: password === '' ? 'Enter your password.' : undefined })) return
    mutate(password, {
      onError: (failure) => failure instanceof PasswordNotConfirmedError && showErrors({ password: failure.message }),
    })
  }
  return (
    <Dialog
      onClose={onClose}
      dismissable={!isPending}
      title="Delete your account?"
      description="This can't be undone. Purchases aren't refunded and your prompts can't be recovered."
    >
      <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-5">
        <ul className="flex list-disc flex-col gap-1 pl-5 text-sm">
          <li>
            Deleted: your profile, prompts, notes, progress, certificates (their web addresses stop working), payment methods and sign-in.
          </li>
          <li>Ends: your access, including what's left of a cancelled subscription.</li>
          <li>Kept: a purchase record without your name, and invoices at our payment provider, as the law requires.</li>
          <li>Kept until we have settled it: a withdrawal from a purchase.</li>
        </ul>
        {/* For password managers. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <Field label="Password" hint="Forgot it? Reset it by email first, under Change password." error={errors.password}>
          <PasswordInput name="password" autoComplete="current-password" required />
        </Field>
        {!(error instanceof PasswordNotConfirmedError) && <FailureAlert error={error} failed="We couldn't delete your account" />}
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

/** Deletes the account. Signs in first, because the API requires a recent sign-in. */
function useDeleteAccount(email: string) {
  return useMutation({
    mutationFn: async (password: string) => {
      await confirmPassword(email, password)
      return await unwrapResponse(tsr.privacy.eraseAccount.mutate({ body: { email } }))
    },
    onSuccess: ({ message }) => signOutAfterDeletion(message),
  })
}
