import { useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { paths } from '../../paths.ts'
import { parseSignInState, requestedPath, returnPath, type SignInState } from '../../session/return-path.ts'
import { useSession } from '../../session/session.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { AfterSignIn } from './after-sign-in.tsx'
import { BesidePanel } from './beside-panel.tsx'
import { SessionLoading } from './session-loading.tsx'
import { SignupForm } from './signup-form.tsx'
import { SignupPanel } from './signup-panel.tsx'

/** The sign-up page: form and marketing panel. */
export default function SignupPage() {
  const session = useSession()
  const location = useLocation()
  const from = requestedPath(location)
  const [typed, setTyped] = useState(parseSignInState(location.state).typed)
  // If the provider opens a session at once, the redirect waits until the form has created the account record.
  const [busy, setBusy] = useState(false)

  if (session.status === 'loading') return <SessionLoading />
  if (session.status === 'signed-in' && !busy) return <Navigate to={returnPath(from)} replace />

  const linkState: SignInState = { from, typed }
  return (
    <BesidePanel panel={<SignupPanel />}>
      <PageHeading>Create your account</PageHeading>
      <p className="mt-2 text-muted">
        Have one already?{' '}
        <Link to={paths.login()} state={linkState} className="text-link">
          Sign in
        </Link>
      </p>
      <AfterSignIn from={from} />
      <SignupForm from={from} typed={typed} onEmailTyped={setTyped} onBusy={setBusy} />
    </BesidePanel>
  )
}
