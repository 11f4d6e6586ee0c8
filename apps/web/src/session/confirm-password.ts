// Not in `session.ts`, because the first load of every page includes that file.
import { signIn } from './session.ts'

/** The password could not be confirmed: it is wrong, or the provider failed or limits attempts. */
export class PasswordNotConfirmedError extends Error {
  override name = 'PasswordNotConfirmed'
}

/**
 * Signs in again with the password, for calls that require a recent sign-in. The API never receives the password.
 * @throws PasswordNotConfirmedError after any failure, with a message for the password field.
 */
export async function confirmPassword(email: string, password: string): Promise<void> {
  const { error } = await signIn(email, password)
  const isWrong = error?.code === 'invalid_credentials'
  if (error) throw new PasswordNotConfirmedError(isWrong ? "That's not your password." : error.message || 'Please try again.')
}
