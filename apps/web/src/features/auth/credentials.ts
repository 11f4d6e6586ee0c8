/** Checks only that a password was entered: sign-in accepts passwords of older rules. */
export const validatePasswordPresence = (password: string): string | undefined => (password === '' ? 'Enter your password.' : undefined)
