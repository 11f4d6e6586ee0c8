import { paths } from '../paths.ts'
import { linkClient } from './link-client.ts'
import { type AuthResult, absoluteUrl, callProvider } from './session.ts'

/** `refused`: the code is wrong, used, replaced by a newer one, or expired. */
export type CodeOutcome = 'confirmed' | 'refused' | 'rate-limit' | 'outage'

/**
 * Confirms the email address of a sign-up with the code from the email. Keeps no session, because an attacker may have signed up with the
 * address and know the password.
 */
export async function confirmByCode(email: string, code: string): Promise<CodeOutcome> {
  try {
    const { error } = await linkClient.verifyOtp({ email, token: code, type: 'signup' })
    if (error?.status === 429) return 'rate-limit'
    if (error && (!error.status || error.status >= 500)) return 'outage'
    if (error) return 'refused'
    // If the sign-out fails, the session ends when its token expires.
    await linkClient.signOut({ scope: 'local' })
    return 'confirmed'
  } catch (error) {
    reportError(error)
    return 'outage'
  }
}

/** Requests another confirmation email. Its code and link replace those of the previous email. */
export const resendConfirmation = (email: string): Promise<AuthResult> =>
  callProvider((client) => client.resend({ type: 'signup', email, options: { emailRedirectTo: absoluteUrl(paths.dashboard()) } }))
