import type { Entitlement } from '@academy/catalog'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError, lacksEntitlement, needsSignIn } from '../api/api-error.ts'
import { toast } from '../ui/toast.ts'
import { entitlementsOf } from './account-context.ts'
import { accountQuery } from './account-query.ts'
import { useAccount } from './use-account.ts'

/**
 * Returns an error handler that shows a toast with the server's message. It shows none when the user has to sign in
 * again, or when the pricing dialog opens because the entitlement to the feature ended.
 */
export function useMutationErrorToast(feature: Entitlement) {
  const client = useQueryClient()
  const { reload } = useAccount()
  return (title: string) => async (error: unknown) => {
    if (needsSignIn(error)) return
    if (lacksEntitlement(error)) {
      await reload()
      const account = client.getQueryData(accountQuery().queryKey)
      if (account && !entitlementsOf(account)[feature]) return
    }
    toast.error({ title, ...(error instanceof ApiError && { description: error.message }) })
  }
}
