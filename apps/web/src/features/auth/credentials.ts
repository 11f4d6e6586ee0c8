import { asciiEmail } from '@academy/contract/email-address'
import { getFieldText } from '../../ui/form.ts'

/** Returns the email address of a form as the auth provider spells it. */
export const readEmail = (form: HTMLFormElement): string => asciiEmail(getFieldText(form, 'email').trim())

/** Returns the error message for an empty password. Sign-in checks no other rule, because the password may be older than today's rules. */
export const validatePasswordPresence = (password: string): string | undefined => (password === '' ? 'Enter your password.' : undefined)
