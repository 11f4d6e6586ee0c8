import type { Session } from '@supabase/auth-js'

/** Authentication methods (`amr` claim) of sessions that an email link opened. */
const BY_MAIL = new Set(['otp', 'magiclink', 'recovery'])

/**
 * Returns whether an email link opened the session, so that the user may set a new password without the current one. The provider
 * enforces this; here it only decides which fields the form shows.
 */
export function isRecoverySession({ access_token }: Pick<Session, 'access_token'>): boolean {
  const { amr } = claimsOf(access_token)
  return Array.isArray(amr) && amr.some((entry: { method?: unknown } | null) => BY_MAIL.has(String(entry?.method)))
}

function claimsOf(token: string): { amr?: unknown } {
  try {
    const payload = token.split('.')[1] ?? ''
    return (JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { amr?: unknown } | null) ?? {}
  } catch {
    // Not a readable token.
    return {}
  }
}
