import { useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { authRedirect } from '../../session/auth-redirect.ts'
import { originPath, parseSignInState, type SignInState } from '../../session/origin-path.ts'
import { useSession } from '../../session/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { AuthCard } from './auth-card.tsx'
import { ForgotPasswordDialog } from './forgot-password-dialog.tsx'
import { LoginForm } from './login-form.tsx'
import { SessionLoading } from './session-loading.tsx'
import { VerifyEmailDialog } from './verify-email-dialog.tsx'

/** The sign-in page. With a session it redirects to the return path (AUTH-07, AUTH-08, D-05). */
export default function LoginPage() {
  const session = useSession()
  const navigate = useNavigate()
  const { state } = useLocation()
  const { from, verify, email } = parseSignInState(state)
  const { linkRefused } = authRedirect
  const [resetFor, setResetFor] = useState<{ email: string } | undefined>()

  if (session.status === 'loading') return <SessionLoading />
  if (session.status === 'signed-in') return <Navigate to={originPath(from)} replace />

  const linkState: SignInState = { from }
  return (
    <AuthCard>
      <PageHeading>Sign in</PageHeading>
      <p className="mt-2 text-muted">
        New here?{' '}
        <Link to={paths.signup()} state={linkState} className="text-link">
          Create an account
        </Link>
      </p>
      {linkRefused && (
        <Alert tone="warning" className="mt-6" title="That link didn't work">
          Links in our emails work once and expire. Sign in, or request a new one.
        </Alert>
      )}
      <LoginForm signInState={{ from, verify, email }} onForgotPassword={(email) => setResetFor({ email })} />
      <ForgotPasswordDialog open={resetFor !== undefined} email={resetFor?.email ?? ''} onClose={() => setResetFor(undefined)} />
      {/* Closing replaces the history entry, so that a reload does not reopen the dialog (D-21). */}
      <VerifyEmailDialog
        email={verify}
        onClose={() => void navigate(paths.login(), { replace: true, state: { from, email: verify } satisfies SignInState })}
      />
    </AuthCard>
  )
}
