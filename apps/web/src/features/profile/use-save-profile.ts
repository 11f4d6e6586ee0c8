import type { ProfileInput } from '@academy/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { accountQuery } from '../../account/account-query.ts'
import { useAccount } from '../../account/use-account.ts'
import { bodyOf } from '../../api/body-of.ts'
import { tsr } from '../../api/client.ts'

type Outcome = { onSaved: () => void; onFailed: (error: unknown) => void }

/**
 * Saves the profile, shows it at once everywhere, and loads the account again (SET-08, SET-09, D-107). The outcome is told
 * even when its form is gone by then: saving closes the welcome dialog.
 */
export function useSaveProfile({ onSaved, onFailed }: Outcome) {
  const client = useQueryClient()
  const { reload } = useAccount()
  return useMutation({
    mutationFn: (profile: ProfileInput) => bodyOf(tsr.accounts.updateProfile.mutate({ body: profile })),
    onSuccess: (_answer, profile) => {
      client.setQueryData(accountQuery().queryKey, (account) => account && { ...account, ...profile })
      onSaved()
      return reload()
    },
    onError: onFailed,
  })
}
