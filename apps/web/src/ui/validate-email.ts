/** Returns why an email address is invalid; undefined for a valid one. */
export function validateEmail(email: string): string | undefined {
  if (email === '') return 'Enter your email address.'
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return 'Enter an address like name@example.com.'
  return undefined
}
