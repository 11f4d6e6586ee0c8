import type { FormEvent } from 'react'
import type { Account } from '../../account/account-context.ts'
import { ApiError, needsSignIn } from '../../api/api-error.ts'
import { env } from '../../env.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useFieldErrors } from '../../ui/form.ts'
import { toast } from '../../ui/toast.ts'
import { type ProfileDraft, type ProfileErrors, ProfileFields, toProfileInput, useProfileDraft } from './profile-fields.tsx'
import { useSaveProfile } from './use-save-profile.ts'

export function CompletionDialog({ context }: { context: Account }) {
  return (
    <Dialog
      dismissable={false}
      onClose={() => undefined}
      title={`Welcome to ${env.academyName}`}
      description="Tell us a little about yourself."
    >
      <CompletionForm account={context} />
    </Dialog>
  )
}

function CompletionForm({ account }: { account: Account }) {
  const { draft, setDraft, onSaved } = useProfileDraft(account)
  const { form, errors, showErrors } = useFieldErrors()
  const save = useSaveProfile({
    onSaved: () => toast.success({ title: 'Profile Updated', description: 'Your profile has been successfully updated.' }),
    onFailed: (error) => {
      // The app handles an ended session.
      if (needsSignIn(error)) return
      if (error instanceof ApiError) showErrors(error.fields)
      toast.error({ title: 'Update Failed', description: 'Could not update your profile. Please try again.' })
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!showErrors(findMissingFields(draft))) save.mutateAsync(toProfileInput(draft)).then(onSaved, () => undefined)
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-5">
      <ProfileFields draft={draft} onChange={setDraft} errors={errors} required />
      <Button type="submit" size="lg" pending={save.isPending} className="mt-1">
        {save.isPending ? 'Saving...' : 'Save and continue'}
      </Button>
    </form>
  )
}

function findMissingFields(draft: ProfileDraft): ProfileErrors {
  const { first_name, last_name, job_title } = toProfileInput(draft)
  return {
    ...(!first_name && { first_name: 'First name is required.' }),
    ...(!last_name && { last_name: 'Last name is required.' }),
    ...(!job_title && { job_title: 'Job title is required.' }),
  }
}
