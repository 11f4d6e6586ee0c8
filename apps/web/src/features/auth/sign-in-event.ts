import { analytics } from '../../analytics/analytics.ts'
import { returnPath, type SignInState } from '../../session/return-path.ts'

/** Tracks a click on Sign in, with the domain of the email only. */
export function trackSignInClicked(email: string, { from, verify, email: newAddress }: SignInState): void {
  analytics.track('Sign In Button Clicked', {
    page: 'Login',
    email_domain: /^[^@\s]+@([^@\s]+)$/.exec(email)?.[1]?.toLowerCase() ?? '',
    user_agent: navigator.userAgent,
    timestamp: new Date().toISOString(),
    has_redirect: from !== undefined,
    // Also set after the dialog was closed and after the email was confirmed.
    from_signup: (verify ?? newAddress) !== undefined,
    // The query may hold what the user searched for.
    redirect_path: returnPath(from).replace(/[?#].*$/, ''),
  })
}
