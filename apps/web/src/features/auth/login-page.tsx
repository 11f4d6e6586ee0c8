import { useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { arrival } from '../../session/arrival.ts'
import { originPath, type SignInState, signInStateOf } from '../../session/origin-path.ts'
import { useSession } from '../../session/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { AuthSheet } from './auth-sheet.tsx'
import { ForgotPasswordDialog } from './forgot-password-dialog.tsx'
import { LoginForm } from './login-form.tsx'
import { SessionCheck } from './session-check.tsx'
import { VerifyEmailDialog } from './verify-email-dialog.tsx'

/** Sign-in. Whoever has a session, already or just now, goes on to the page that was asked for (AUTH-07, AUTH-08, D-05). */
export default function LoginPage() {
  const session = useSession()
  const navigate = useNavigate()
  const { state } = useLocation()
  const { from, verify } = signInStateOf(state)
  const { linkError } = arrival
  const [forgotten, setForgotten] = useState<{ email: string } | undefined>()

  if (session.status === 'loading') return <SessionCheck />
  if (session.status === 'signed-in') return <Navigate to={originPath(from)} replace />

  const handOn: SignInState = { from }
  return (
    <AuthSheet>
      <PageHeading>Sign in</PageHeading>
      <p className="mt-2 text-muted">
        New here?{' '}
        <Link to={paths.signup()} state={handOn} className="text-link">
          Create an account
        </Link>
      </p>
      {linkError !== undefined && (
        <Alert tone="warning" className="mt-6" title="That link did not work">
          {linkError}. Links from our mails work once and for a short time. Sign in, or ask for a new one.
        </Alert>
      )}
      <LoginForm cameWith={{ from, verify }} onForgotPassword={(email) => setForgotten({ email })} />
      <ForgotPasswordDialog open={forgotten !== undefined} email={forgotten?.email ?? ''} onClose={() => setForgotten(undefined)} />
      {/* Closing it rewrites this entry of the history, so that a reload does not bring it back (D-21). */}
      <VerifyEmailDialog email={verify} onClose={() => void navigate(paths.login(), { replace: true, state: handOn })} />
    </AuthSheet>
  )
}
