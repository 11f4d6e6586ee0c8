import type { GrantInput } from '@academy/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { bodyOf } from '../../api/body-of.ts'
import { tsr } from '../../api/client.ts'
import { toast } from '../../ui/toast.ts'
import { everything } from './account-queries.ts'

export type PackageName = GrantInput['package']

/** Something that an operator does, for a reason. Its end is known once what is on the page is shown as it then is. */
export type AdminChange =
  | { kind: 'grant'; accountId: string; input: GrantInput }
  | { kind: 'revoke'; accountId: string; package: PackageName; reason: string }
  | { kind: 'bundle'; accountId: string; hidden: boolean; reason: string }
  | { kind: 'dismiss'; customerId: string; reason: string }

/** Does it, says so, and looks again at what is shown. `onDone` closes whatever asked for it. */
export function useAdminChange(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: AdminChange) => send(change),
    onSuccess: async ({ message }) => {
      await client.invalidateQueries({ queryKey: everything })
      toast.success({ title: message })
      onDone()
    },
  })
}

function send(change: AdminChange) {
  if (change.kind === 'dismiss') {
    const { customerId, reason } = change
    return bodyOf(tsr.adminAccounts.dismiss.mutate({ params: { customerId }, body: { reason } }))
  }
  const params = { accountId: change.accountId }
  if (change.kind === 'grant') return bodyOf(tsr.adminAccounts.grant.mutate({ params, body: change.input }))
  const { reason } = change
  if (change.kind === 'revoke') return bodyOf(tsr.adminAccounts.revoke.mutate({ params, body: { package: change.package, reason } }))
  return bodyOf(tsr.adminAccounts.bundleDeal.mutate({ params, body: { hidden: change.hidden, reason } }))
}
