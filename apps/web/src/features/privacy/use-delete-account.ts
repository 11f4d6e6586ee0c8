import { useMutation } from '@tanstack/react-query'
import { tsr } from '../../api/client.ts'
import { unwrapResponse } from '../../api/unwrap-response.ts'
import { confirmPassword } from '../../session/confirm-password.ts'
import { endSession, signOut } from '../../session/session.ts'
import { toast } from '../../ui/toast.ts'

/** Deletes the account. Signs in first, because the API requires a recent sign-in. */
export function useDeleteAccount(email: string) {
  return useMutation({
    mutationFn: async (password: string) => {
      await confirmPassword(email, password)
      return await unwrapResponse(tsr.privacy.eraseAccount.mutate({ body: { email } }))
    },
    onSuccess: async ({ message }) => {
      const { error } = await signOut()
      // The provider may have ended this session already.
      if (error) await endSession()
      toast.success({ title: message })
    },
  })
}
