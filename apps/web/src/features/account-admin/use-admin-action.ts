import type { GrantInput } from '@academy/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { tsr } from '../../api/client.ts'
import { unwrapResponse } from '../../api/unwrap-response.ts'
import { toast } from '../../ui/toast.ts'
import { accountAdminKey } from './account-queries.ts'

export type PackageName = GrantInput['package']

/** An action of an admin, with its reason for the audit log. */
export type AdminAction =
  | { kind: 'grant'; accountId: string; input: GrantInput }
  | { kind: 'revoke'; accountId: string; package: PackageName; reason: string }
  | { kind: 'bundle'; accountId: string; hidden: boolean; reason: string }
  | { kind: 'certificate'; certificateId: string; reason: string }
  | { kind: 'dismiss'; customerId: string; reason: string }
  | { kind: 'settle'; withdrawalId: string; reason: string }

/** Runs an action, refetches the shown data and shows a toast. `onDone` closes the dialog. */
export function useAdminAction(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (action: AdminAction) => send(action),
    onSuccess: async ({ message }) => {
      await client.invalidateQueries({ queryKey: accountAdminKey })
      toast.success({ title: message })
      onDone()
    },
  })
}

async function send(action: AdminAction): Promise<{ message: string }> {
  if (action.kind === 'dismiss') {
    const { customerId, reason } = action
    return unwrapResponse(tsr.adminAccounts.dismiss.mutate({ params: { customerId }, body: { reason } }))
  }
  if (action.kind === 'settle') {
    const { withdrawalId, reason } = action
    return unwrapResponse(tsr.withdrawals.settle.mutate({ params: { withdrawalId }, body: { reason } }))
  }
  if (action.kind === 'certificate') {
    const { certificateId, reason } = action
    await unwrapResponse(tsr.certificates.revoke.mutate({ params: { certificateId }, body: { reason } }))
    return { message: 'The certificate has been revoked.' }
  }
  const params = { accountId: action.accountId }
  if (action.kind === 'grant') return unwrapResponse(tsr.adminAccounts.grant.mutate({ params, body: action.input }))
  const { reason } = action
  if (action.kind === 'revoke')
    return unwrapResponse(tsr.adminAccounts.revoke.mutate({ params, body: { package: action.package, reason } }))
  return unwrapResponse(tsr.adminAccounts.bundleDeal.mutate({ params, body: { hidden: action.hidden, reason } }))
}
