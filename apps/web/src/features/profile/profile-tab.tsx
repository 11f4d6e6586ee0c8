import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Account } from '../../account/account-context.ts'
import { accountQuery } from '../../account/account-query.ts'
import { ApiError, needsSignIn } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { type ProfileErrors, ProfileFields, toProfileInput, useProfileDraft } from './profile-fields.tsx'
import { useSaveProfile } from './use-save-profile.ts'

/** The My Profile tab. Refetches the account on opening. */
export function ProfileTab() {
  const {
    data: account,
    errorUpdatedAt,
    isError,
    isFetching,
    isFetchedAfterMount,
    refetch,
  } = useQuery({ ...accountQuery(), refetchOnMount: 'always' })

  useEffect(() => {
    if (isError && isFetchedAfterMount && errorUpdatedAt) {
      toast.error({ title: 'Error', description: 'Failed to load account data. Please try again.' })
    }
  }, [isError, isFetchedAfterMount, errorUpdatedAt])

  if (!isFetchedAfterMount || (isFetching && !account)) return <FormSkeleton />
  if (!account) return <ErrorState title="Could not load profile information." onRetry={() => void refetch()} headingLevel={2} />
  return <ProfileForm account={account} />
}

function FormSkeleton() {
  return (
    <Loading label="Loading profile..." className="flex max-w-prose flex-col gap-5">
      <LineSkeleton />
      <div className="grid gap-5 sm:grid-cols-2">
        <LineSkeleton />
        <LineSkeleton />
      </div>
      <LineSkeleton />
      <Skeleton className="mt-1 h-11 w-36" />
    </Loading>
  )
}

const LineSkeleton = () => (
  <div className="flex flex-col gap-1.5">
    <Skeleton className="h-6 w-24" />
    <Skeleton className="h-11 w-full" />
  </div>
)

/** The profile form. The server validates it. */
function ProfileForm({ account }: { account: Account }) {
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
