import { analytics } from '../../analytics/analytics.ts'
import { originPath, type SignInState } from '../../session/origin-path.ts'

/** Tells analytics that somebody pressed Sign in (ANALYTICS-14): of the address its domain alone, of the password nothing (D-134). */
export function tellSignInClicked(email: string, { from, verify }: SignInState): void {
  analytics.track('Sign In Button Clicked', {
    page: 'Login',
    email_domain: /^[^@\s]+@([^@\s]+)$/.exec(email)?.[1]?.toLowerCase() ?? '',
    user_agent: navigator.userAgent,
    timestamp: new Date().toISOString(),
    has_redirect: from !== undefined,
    from_signup: verify !== undefined,
    // Behind the path may stand what somebody searched for among their own.
    redirect_path: originPath(from).replace(/[?#].*$/, ''),
  })
}
