import type { GrantInput } from '@academy/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { bodyOf } from '../../api/body-of.ts'
import { tsr } from '../../api/client.ts'
import { toast } from '../../ui/toast.ts'
import { accountFileQuery } from './account-queries.ts'

export type PackageName = GrantInput['package']

/** Something that an operator does with an account. Its end is known once the account is shown as it then is. */
export type AccountChange =
  | { kind: 'grant'; input: GrantInput }
  | { kind: 'revoke'; package: PackageName; reason: string }
  | { kind: 'bundle'; hidden: boolean; reason: string }

/** Does it, says so, and looks at the account again. `onDone` closes whatever asked for it. */
export function useAccountChange(accountId: string, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: AccountChange) => send(accountId, change),
    onSuccess: async ({ message }) => {
      await client.invalidateQueries({ queryKey: accountFileQuery(accountId).queryKey })
      toast.success({ title: message })
      onDone()
    },
  })
}

function send(accountId: string, change: AccountChange) {
  const params = { accountId }
  if (change.kind === 'grant') return bodyOf(tsr.adminAccounts.grant.mutate({ params, body: change.input }))
  const { reason } = change
  if (change.kind === 'revoke') return bodyOf(tsr.adminAccounts.revoke.mutate({ params, body: { package: change.package, reason } }))
  return bodyOf(tsr.adminAccounts.bundleDeal.mutate({ params, body: { hidden: change.hidden, reason } }))
}
