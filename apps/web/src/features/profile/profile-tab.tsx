import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountQuery } from '../../account/account-query.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { ProfileForm } from './profile-form.tsx'

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
