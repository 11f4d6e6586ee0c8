import { useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { publicPaths } from '../../public-paths.ts'
import { authRedirect } from '../../session/auth-redirect.ts'
import { parseSignInState, requestedPath, returnPath, type SignInState } from '../../session/return-path.ts'
import { hadSession, useSession } from '../../session/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { NarrowCard } from '../../ui/narrow-card.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { AfterSignIn } from './after-sign-in.tsx'
import { BesidePanel } from './beside-panel.tsx'
import type { Confirmation } from './confirm-email.tsx'
import { ConfirmedNotice, ForgotPasswordDialog, LoginPanel, VerifyEmailDialog } from './lazy-sign-in-extras.ts'
import { LoginForm } from './login-form.tsx'
import { SessionLoading } from './session-loading.tsx'

/** The sign-in page. With a session it redirects to the return path. */
export default function LoginPage() {
  const session = useSession()
  const navigate = useNavigate()
  const location = useLocation()
  const state = parseSignInState(location.state)
  /** The email that just signed up, until the dialog about it is closed. */
  const [verify, setVerify] = useState(state.verify)
  /** The path that a sign-up in another tab saved; known once the code has confirmed its address. */
  const [savedPath, setSavedPath] = useState<string>()
  const from = requestedPath(location) ?? savedPath
  const [typed, setTyped] = useState(state.typed)
  const [isKnownBrowser] = useState(hadSession)
  const { linkRefused } = authRedirect
  const [resetFor, setResetFor] = useState<{ email: string } | undefined>()
  const [confirmation, setConfirmation] = useState<Confirmation>()

  if (session.status === 'loading') return <SessionLoading />
  if (session.status === 'signed-in') return <Navigate to={returnPath(from)} replace />

  const linkState: SignInState = { from, typed }
  const content = (
    <>
      <PageHeading>Sign in</PageHeading>
      <p className="mt-2 text-muted">
        New here?{' '}
        <Link to={paths.signup()} state={linkState} className="text-link">
          Create an account
        </Link>
      </p>
      <AfterSignIn from={from} />
      {linkRefused && (
        <Alert tone="warning" className="mt-6" title="That link didn't work">
          Links in our emails work once and expire. Sign in, or request a new one.
        </Alert>
      )}
      {confirmation !== undefined && <ConfirmedNotice confirmation={confirmation} />}
      <LoginForm
        signInState={{ ...state, from }}
        onEmailTyped={setTyped}
        onForgotPassword={(email) => setResetFor({ email })}
        onReturnPath={setSavedPath}
        onConfirmed={setConfirmation}
      />
      {isKnownBrowser && (
        <p className="mt-6 border-t border-rule pt-5 text-sm text-muted">
          From product idea to working software:{' '}
          <a href={publicPaths.welcome} className="text-link">
            see what you learn here
          </a>
        </p>
      )}
      {resetFor && <ForgotPasswordDialog email={resetFor.email} onClose={() => setResetFor(undefined)} />}
      {verify !== undefined && (
        <VerifyEmailDialog
          email={verify}
          // Replaces the history entry, so that a reload does not reopen the dialog.
          onOpen={() => void navigate(paths.login(), { replace: true, state: { from, email: verify } satisfies SignInState })}
          onClose={() => setVerify(undefined)}
          onReturnPath={setSavedPath}
          onConfirmed={(how) => {
            setConfirmation(how)
            if (how !== 'signed-in') setVerify(undefined)
          }}
        />
      )}
    </>
  )
  if (isKnownBrowser) return <NarrowCard>{content}</NarrowCard>
  // The panel has its place before its code has loaded, so that the form stays where it is.
  const panel = (
    <div className="max-lg:order-first max-lg:min-h-30">
      <LoginPanel />
    </div>
  )
  return <BesidePanel panel={panel}>{content}</BesidePanel>
}
