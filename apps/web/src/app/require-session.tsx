import { useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { SessionCheck } from '../features/auth/session-check.tsx'
import { paths } from '../paths.ts'
import type { SignInState } from '../session/origin-path.ts'
import { useSession } from '../session/session.ts'

/**
 * Shows protected pages to people with a session and sends others to sign-in, which brings them back (D-01). A convenience
 * only: the server decides every access itself.
 */
export function RequireSession() {
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  const [wasInside, setWasInside] = useState(false)
  if (session.status === 'signed-in' && !wasInside) setWasInside(true)

  if (session.status === 'loading') return <SessionCheck />
  // Nothing of one person stays on the screen of the next: who takes over in another tab begins anew here (D-12).
  if (session.status === 'signed-in') return <Outlet key={session.session.user.id} />
  // Who just signed out by choice starts afresh; everybody else wants to come back here (D-12).
  const state: SignInState | null = wasInside && session.byChoice ? null : { from: pathname + search + hash }
  return <Navigate to={paths.login()} replace state={state} />
}
