import { useMutation } from '@tanstack/react-query'
import { useAccount } from '../../account/use-account.ts'
import { ApiError } from '../../api/api-error.ts'
import { tsr } from '../../api/client.ts'
import { unwrapResponse } from '../../api/unwrap-response.ts'

/** Requests the refund of a purchase. Repeating it is safe. Reloads the account, whose access ends. */
export function useRefund() {
  const { reload } = useAccount()
  return useMutation({
    mutationFn: (purchase_id: string) => unwrapResponse(tsr.billing.refund.mutate({ body: { purchase_id } })),
    onSuccess: () => void reload(),
    // The account may have changed in another tab.
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) void reload()
    },
  })
}
