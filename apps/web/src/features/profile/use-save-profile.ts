import type { ProfileInput } from '@academy/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { accountQuery } from '../../account/account-query.ts'
import { useAccount } from '../../account/use-account.ts'
import { tsr, unwrapResponse } from '../../api/client.ts'

type Outcome = { onSaved: () => void; onFailed: (error: unknown) => void }

/** Saves the profile, updates the cached account and refetches it. The callbacks run even after the form unmounted. */
export function useSaveProfile({ onSaved, onFailed }: Outcome) {
  const client = useQueryClient()
  const { reload } = useAccount()
  return useMutation({
    mutationFn: (profile: ProfileInput) => unwrapResponse(tsr.accounts.updateProfile.mutate({ body: profile })),
    onSuccess: (_response, profile) => {
      client.setQueryData(accountQuery().queryKey, (account) => account && { ...account, ...profile })
      onSaved()
      return reload()
    },
    onError: onFailed,
  })
}
