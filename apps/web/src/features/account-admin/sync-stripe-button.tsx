import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminTsr } from '../../api/admin-client.ts'
import { toastFailure } from '../../api/api-error.ts'
import { unwrapResponse } from '../../api/unwrap-response.ts'
import { Button } from '../../ui/button.tsx'
import { RotateCw } from '../../ui/icons.ts'
import { toast } from '../../ui/toast.ts'
import { accountDetailsQuery } from './account-queries.ts'

/** Syncs the payments of an account from Stripe, for example after a lost webhook. */
export function SyncStripeButton({ accountId }: { accountId: string }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => unwrapResponse(adminTsr.adminAccounts.sync.mutate({ params: { accountId }, body: {} })),
    onSuccess: async ({ message }) => {
      await client.invalidateQueries({ queryKey: accountDetailsQuery(accountId).queryKey })
      toast.success({ title: message })
    },
    onError: (error) => toastFailure("We couldn't reach Stripe", error),
  })
  return (
    <Button size="sm" variant="secondary" pending={isPending} onClick={() => mutate()}>
      {!isPending && <RotateCw aria-hidden="true" />}
      {isPending ? 'Syncing...' : 'Sync with Stripe'}
    </Button>
  )
}
