// Not in `session.ts`, because the first load of every page includes that file.
import { toast } from '../ui/toast.ts'
import { callProvider, endSession, signIn, signOut } from './session.ts'

/** The password could not be confirmed: it is wrong, the account was deleted, or the provider failed or limits attempts. */
export class PasswordNotConfirmedError extends Error {
  override name = 'PasswordNotConfirmed'
}

/**
 * Signs in again with the password, for calls that require a recent sign-in. The API never receives the password. Signs out if the account
 * was deleted.
 * @throws PasswordNotConfirmedError after any failure, with a message for the password field.
 */
export async function confirmPassword(email: string, password: string): Promise<void> {
  const { error } = await signIn(email, password)
  if (!error) return
  if (error.code !== 'invalid_credentials') throw new PasswordNotConfirmedError(error.message || 'Please try again.')
  // The provider refuses the password of a deleted user like a wrong one.
  const { error: sessionError } = await callProvider((client) => client.getUser())
  // The auth client has ended the session here too, so the page changes to sign-in.
  if (sessionError?.name === 'AuthSessionMissingError')
    toast.error({ title: 'Your session has ended', description: 'Sign in again to continue.' })
  if (sessionError?.code !== 'user_not_found') throw new PasswordNotConfirmedError("That's not your password.")
  const message = 'Your account has been deleted.'
  await signOutAfterDeletion(message)
  throw new PasswordNotConfirmedError(message)
}

/** Signs out after the account was deleted, and shows the message in a toast. */
export async function signOutAfterDeletion(message: string): Promise<void> {
  const { error } = await signOut()
  // The provider may have ended this session already.
  if (error) await endSession()
  toast.success({ title: message })
}
