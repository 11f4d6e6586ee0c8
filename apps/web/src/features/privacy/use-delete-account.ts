import { useMutation } from '@tanstack/react-query'
import { tsr } from '../../api/client.ts'
import { unwrapResponse } from '../../api/unwrap-response.ts'
import { endSession, signIn, signOut } from '../../session/session.ts'
import { toast } from '../../ui/toast.ts'

/** The provider refused the password. */
export class WrongPasswordError extends Error {
  override name = 'WrongPassword'
}

/** Deletes the account. Signs in first, because the API requires a recent sign-in; it never receives the password. */
export function useDeleteAccount(email: string) {
  return useMutation({
    mutationFn: async (password: string) => {
      const { error } = await signIn(email, password)
      if (error) throw new WrongPasswordError(error.code === 'invalid_credentials' ? "That's not your password." : error.message)
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
