export const MIN_PASSWORD_LENGTH = 8

/** Why an e-mail address cannot be right, as far as that can be told without sending a mail to it (AUTH-02, AUTH-04, AUTH-12). */
export function emailProblem(email: string): string | undefined {
  if (email === '') return 'Enter your email address.'
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return 'Enter an address like name@example.com.'
  return undefined
}

/** Sign-in takes whatever password was once accepted. */
export const missingPassword = (password: string): string | undefined => (password === '' ? 'Enter your password.' : undefined)

/** AUTH-13 */
export const PASSWORD_HINT = 'Must be at least 8 characters'
export const newAccountPasswordProblem = (password: string): string | undefined =>
  password.length < MIN_PASSWORD_LENGTH ? PASSWORD_HINT : undefined

/** Length first, then equality; the texts are AUTH-21 and AUTH-22 (D-20). */
export function newPasswordProblems(password: string, confirmation: string): { password?: string; confirmation?: string } {
  if (password.length < MIN_PASSWORD_LENGTH) return { password: 'Password must be at least 8 characters long' }
  if (password !== confirmation) return { confirmation: 'Passwords do not match' }
  return {}
}
