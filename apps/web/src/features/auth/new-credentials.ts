// Not part of `credentials.ts`, which every first page loads.
import { EMAIL_ADDRESS } from '@academy/contract/email-address'
import { validateEmail } from '../../ui/form.ts'

export const MIN_PASSWORD_LENGTH = 8

/** Returns why a new account cannot use an address of `readEmail`. Stricter than sign-in: the API must accept it. */
export const validateNewEmail = (email: string): string | undefined =>
  validateEmail(email) ?? (EMAIL_ADDRESS.test(email) && email.length <= 320 ? undefined : 'Enter an address like name@example.com.')

/** The hint below the field, and its error. */
export const PASSWORD_HINT = 'Must be at least 8 characters'
export const validateNewPassword = (password: string): string | undefined =>
  password.length < MIN_PASSWORD_LENGTH ? PASSWORD_HINT : undefined

/** Validates length first, then equality. */
export function validatePasswordChange(password: string, confirmation: string): { password?: string; confirmation?: string } {
  if (password.length < MIN_PASSWORD_LENGTH) return { password: 'Password must be at least 8 characters long' }
  if (password !== confirmation) return { confirmation: 'Passwords do not match' }
  return {}
}
