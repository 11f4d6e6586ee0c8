import { type FormEvent, useState } from 'react'
import type { Account } from '../../account/account-context.ts'
import { ApiError, needsSignIn } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { type ProfileDraft, type ProfileErrors, ProfileFields, toProfileDraft, toProfileInput } from './profile-fields.tsx'
import { useSaveProfile } from './use-save-profile.ts'

/** The unsaved input; null if there is none. The parent holds it, because the form unmounts when the user opens another tab. */
export type UnsavedProfile = {
  unsaved: ProfileDraft | null
  setUnsaved: (next: ProfileDraft | null | ((before: ProfileDraft | null) => ProfileDraft | null)) => void
}

/** The profile form. The server validates it. */
export function ProfileForm({ account, unsaved, setUnsaved }: UnsavedProfile & { account: Account }) {
  const draft = unsaved ?? toProfileDraft(account)
  const [errors, setErrors] = useState<ProfileErrors>({})
  const save = useSaveProfile({
    onSaved: () => toast.success({ title: 'Success', description: 'Your profile has been updated successfully.' }),
    onFailed: (error) => {
      // The app handles an ended session.
      if (needsSignIn(error)) return
      if (error instanceof ApiError) setErrors(error.fields)
      toast.error({ title: 'Update Failed', description: profileErrorText(error) })
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setErrors({})
    // Keeps input that the user typed during the save. Not a callback of `mutate`, which does not run after the form unmounted.
    save.mutateAsync(toProfileInput(draft)).then(
      () => setUnsaved((now) => (now === unsaved ? null : now)),
      () => undefined,
    )
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

/** Returns the server's message; a text of our own if the server sent none, and another for an error that is not an `ApiError`. */
export function profileErrorText(error: unknown): string {
  if (!(error instanceof ApiError)) return 'An error occurred.'
  return error.hasDefaultMessage ? 'Failed to update profile.' : error.message
}
