import { useMutation, useQueryClient } from '@tanstack/react-query'
import { needsSignIn } from '../../api/api-error.ts'
import { bodyOf } from '../../api/body-of.ts'
import { tsr } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { RotateCw } from '../../ui/icons.ts'
import { toast } from '../../ui/toast.ts'
import { accountFileQuery } from './account-queries.ts'

/** Asks Stripe for all that an account paid, now: who paid and has no access is helped at once, whatever became of the webhook. */
export function AskStripe({ accountId }: { accountId: string }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => bodyOf(tsr.adminAccounts.sync.mutate({ params: { accountId }, body: {} })),
    onSuccess: async ({ message }) => {
      await client.invalidateQueries({ queryKey: accountFileQuery(accountId).queryKey })
      toast.success({ title: message })
    },
    onError: (error) => {
      if (!needsSignIn(error)) toast.error({ title: 'Stripe was not asked', description: error.message })
    },
  })
  return (
    <Button size="sm" variant="secondary" pending={isPending} onClick={() => mutate()}>
      {!isPending && <RotateCw aria-hidden="true" />}
      {isPending ? 'Asking Stripe...' : 'Ask Stripe now'}
    </Button>
  )
}
