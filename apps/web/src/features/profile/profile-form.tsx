import { type FormEvent, useState } from 'react'
import type { Account } from '../../account/account-context.ts'
import { ApiError, needsSignIn } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { draftOf, inputOf, type ProfileDraft, type ProfileErrors, ProfileFields } from './profile-fields.tsx'
import { useSaveProfile } from './use-save-profile.ts'

/** What was typed and is not saved; null: nothing. Whoever shows the form keeps it, so that it outlives the form. */
export type UnsavedProfile = {
  unsaved: ProfileDraft | null
  setUnsaved: (next: ProfileDraft | null | ((before: ProfileDraft | null) => ProfileDraft | null)) => void
}

/** Name and job title, changed at any time. What is acceptable, the server says (SET-10). */
export function ProfileForm({ account, unsaved, setUnsaved }: UnsavedProfile & { account: Account }) {
  const draft = unsaved ?? draftOf(account)
  const [errors, setErrors] = useState<ProfileErrors>({})
  const save = useSaveProfile({
    onSaved: () => toast.success({ title: 'Success', description: 'Your profile has been updated successfully.' }),
    onFailed: (error) => {
      // The app asks for a new sign-in by itself, whatever was being saved (ERR-08).
      if (needsSignIn(error)) return
      if (error instanceof ApiError) setErrors(error.fields)
      toast.error({ title: 'Update Failed', description: failureText(error) })
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setErrors({})
    // What is typed while it is on its way is not saved with it.
    save.mutate(inputOf(draft), { onSuccess: () => setUnsaved((now) => (now === unsaved ? null : now)) })
  }

  return (
    <form onSubmit={submit} noValidate className="flex max-w-prose flex-col gap-5">
      <Field label="Email" hint="This is the address you sign in with.">
        <TextInput type="email" value={account.email} readOnly disabled />
      </Field>
      <ProfileFields draft={draft} onChange={setUnsaved} errors={errors} />
      <div className="mt-1">
        <Button type="submit" pending={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save changes'}
        </Button>
      </div>
    </form>
  )
}

/** ERR-03, ERR-04. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return 'An error occurred.'
  return error.message || 'Failed to update profile.'
}
