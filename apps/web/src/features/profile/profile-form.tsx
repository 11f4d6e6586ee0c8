import { type FormEvent, useRef, useState } from 'react'
import type { Account } from '../../account/account-context.ts'
import { ApiError, needsSignIn } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { type ProfileErrors, ProfileFields, toProfileInput, useProfileDraft } from './profile-fields.tsx'
import { useSaveProfile } from './use-save-profile.ts'

/** The profile form. The server validates it. */
export function ProfileForm({ account }: { account: Account }) {
  const { draft, hasChanges, setDraft, discard, onSaved } = useProfileDraft(account)
  const form = useRef<HTMLFormElement>(null)
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
    // Not a callback of `mutate`, which does not run after the form unmounted.
    save.mutateAsync(toProfileInput(draft)).then(onSaved, () => undefined)
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="flex max-w-prose flex-col gap-5">
      <Field label="Email" hint="This is the address you sign in with.">
        <TextInput type="email" value={account.email} readOnly disabled />
      </Field>
      <ProfileFields draft={draft} onChange={setDraft} errors={errors} />
      <div className="mt-1 flex flex-wrap gap-2">
        <Button type="submit" pending={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save changes'}
        </Button>
        {hasChanges && !save.isPending && (
          <Button
            variant="ghost"
            onClick={() => {
              discard()
              setErrors({})
              // The button disappears.
              form.current?.querySelector<HTMLElement>('[name="first_name"]')?.focus()
            }}
          >
            Discard changes
          </Button>
        )}
      </div>
    </form>
  )
}

/** Returns the server's message; a text of our own if the server sent none, and another for an error that is not an `ApiError`. */
export function profileErrorText(error: unknown): string {
  if (!(error instanceof ApiError)) return 'An error occurred.'
  return error.hasDefaultMessage ? 'Failed to update profile.' : error.message
}
