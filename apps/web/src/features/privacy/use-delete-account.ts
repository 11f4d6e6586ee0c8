import { useMutation } from '@tanstack/react-query'
import { bodyOf } from '../../api/body-of.ts'
import { tsr } from '../../api/client.ts'
import { endSession, signIn, signOut } from '../../session/session.ts'
import { toast } from '../../ui/toast.ts'

/** The password was refused, in the provider's words or ours. */
export class WrongPassword extends Error {
  override name = 'WrongPassword'
}

/**
 * Deletes the account. The password goes to the auth provider alone: it opens a session that is new enough for the API to believe that
 * the owner of the account is at the keyboard.
 */
export function useDeleteAccount(email: string) {
  return useMutation({
    mutationFn: async (password: string) => {
      const { error } = await signIn(email, password)
      if (error) throw new WrongPassword(error.code === 'invalid_credentials' ? 'This is not your password.' : error.message)
      return await bodyOf(tsr.privacy.eraseAccount.mutate({ body: { email } }))
    },
    onSuccess: async ({ message }) => {
      const { error } = await signOut()
      // The provider may not know this session any more.
      if (error) await endSession()
      toast.success({ title: message })
    },
  })
}
