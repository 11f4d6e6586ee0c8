/** Returns the error message for an empty password. Sign-in checks no other rule, because the password may be older than today's rules. */
export const validatePasswordPresence = (password: string): string | undefined => (password === '' ? 'Enter your password.' : undefined)
