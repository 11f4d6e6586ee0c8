// Not part of `session.ts`, which every first page loads.
import { signIn } from './session.ts'

/** The provider refused the password. */
export class WrongPasswordError extends Error {
  override name = 'WrongPassword'
}

/**
 * Signs in again with the password, for calls that require a recent sign-in. The API never receives the password.
 * @throws WrongPasswordError with a message for the field.
 */
export async function confirmPassword(email: string, password: string): Promise<void> {
  const { error } = await signIn(email, password)
  if (error) throw new WrongPasswordError(error.code === 'invalid_credentials' ? "That's not your password." : error.message)
}
