import { sendPasswordReset } from '../../session/session.ts'
import { toast } from '../../ui/toast.ts'

/** Requests a reset link and shows a toast. Returns whether the provider accepted the request. */
export async function requestPasswordReset(email: string): Promise<boolean> {
  const { error } = await sendPasswordReset(email)
  if (error) {
    toast.error({ title: 'Reset failed', description: error.message || undefined })
    return false
  }
  // The same text for known and unknown addresses.
  toast.success({ title: 'Reset email sent', description: 'Please check your email for password reset instructions.' })
  return true
}
