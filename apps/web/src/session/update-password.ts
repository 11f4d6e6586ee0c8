// Not part of `session.ts`, which every first page loads.
import { isRecoverySession } from './recovery-session.ts'
import { type AuthResult, callProvider, currentSession, signIn } from './session.ts'

/**
 * Changes the password of the signed-in user and ends every other session. The provider requires the current password, except in a
 * session that an email link opened. That exception would last as long as the session, so a new session replaces it.
 */
export async function updatePassword(password: string, currentPassword?: string): Promise<AuthResult> {
  const session = currentSession()
  const attributes = currentPassword === undefined ? { password } : { password, current_password: currentPassword }
  const { error } = await callProvider((client) => client.updateUser(attributes))
  if (!error && session?.user.email && isRecoverySession(session)) await replaceSession(session.user.email, password)
  return { error }
}

/** Signs in with the new password and ends all other sessions. If that fails, the current session stays. */
async function replaceSession(email: string, password: string): Promise<void> {
  const { error } = await signIn(email, password)
  if (!error) await callProvider((client) => client.signOut({ scope: 'others' }))
}
