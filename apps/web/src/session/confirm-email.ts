import { paths } from '../paths.ts'
import { linkClient } from './link-client.ts'
import { type AuthResult, absoluteUrl, callProvider } from './session.ts'

/** `refused`: the code is wrong, used, replaced by a newer one, or expired. */
export type CodeOutcome = 'confirmed' | 'refused' | 'rate-limit' | 'outage'

/**
 * Confirms the address of a sign-up by the code in its email. It opens no session, because an attacker may have signed up with the address
 * and know the password (MAIL-02).
 */
export async function confirmByCode(email: string, code: string): Promise<CodeOutcome> {
  try {
    const { error } = await linkClient.verifyOtp({ email, token: code, type: 'signup' })
    if (error?.status === 429) return 'rate-limit'
    if (error && (!error.status || error.status >= 500)) return 'outage'
    if (error) return 'refused'
    // If this fails, the session ends when its token expires.
    await linkClient.signOut({ scope: 'local' })
    return 'confirmed'
  } catch (error) {
    reportError(error)
    return 'outage'
  }
}

/** Requests the confirmation email again. Each email replaces the code and the link of the one before. */
export const resendConfirmation = (email: string): Promise<AuthResult> =>
  callProvider((client) => client.resend({ type: 'signup', email, options: { emailRedirectTo: absoluteUrl(paths.dashboard()) } }))
