import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useAccount } from '../../account/use-account.ts'
import { toastFailure } from '../../api/api-error.ts'
import { tsr, unwrapResponse } from '../../api/client.ts'
import { FailureAlert } from '../../api/failure-alert.tsx'
import { confirmPassword, PasswordNotConfirmedError, signOutAfterDeletion } from '../../session/confirm-password.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { getFieldText, useFieldErrors } from '../../ui/form.ts'
import { PasswordInput } from '../../ui/password-input.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { SettingsSection } from '../../ui/section.tsx'

/** The sections of the settings with the download of the user's data and the deletion of the account. */
export function YourData() {
  const { context } = useAccount()
  const { mutate: download, isPending } = useMutation({
    mutationFn: () => unwrapResponse(tsr.privacy.exportAccount.query()),
    onSuccess: ({ data }) => saveFile(`my-data-${data.exported_at.slice(0, 10)}.json`, JSON.stringify(data, null, 2), 'application/json'),
    onError: (error) => toastFailure("We couldn't download your data", error),
  })
  const [isDeleting, setDeleting] = useState(false)
  if (!context) return null
  return (
    <>
      <SettingsSection title="Your data">
        <p className="mt-1 max-w-prose text-muted">
          Download everything the academy stores about you, such as your profile, prompts, notes, progress and purchases.
        </p>
        <Button variant="secondary" className="mt-4" pending={isPending} onClick={() => download()}>
          {isPending ? 'Collecting...' : 'Download my data'}
        </Button>
      </SettingsSection>
      <SettingsSection title="Delete account">
        <p className="mt-1 max-w-prose text-muted">
          This permanently deletes your profile, prompts, notes, progress, certificates and access. Our payment provider keeps invoices, as
          the law requires.
        </p>
        <Button variant="secondary" className="mt-4" onClick={() => setDeleting(true)}>
          Delete account
        </Button>
        {isDeleting && <DeleteAccountDialog email={context.email} onClose={() => setDeleting(false)} />}
      </SettingsSection>
    </>
  )
}

/** Asks for the password before it deletes the account, so that a stranger at an unlocked computer cannot delete it. */
function DeleteAccountDialog({ email, onClose }: { email: string; onClose: () => void }) {
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
