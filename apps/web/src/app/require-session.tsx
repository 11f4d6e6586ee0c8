import { useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { SessionLoading } from '../features/auth/session-loading.tsx'
import { paths } from '../paths.ts'
import type { SignInState } from '../session/return-path.ts'
import { useSession } from '../session/session.ts'

/** Shows protected pages to signed-in users and redirects others to sign-in. For display only: the server decides every access. */
export function RequireSession() {
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  const [wasSignedIn, setWasSignedIn] = useState(false)
  if (session.status === 'signed-in' && !wasSignedIn) setWasSignedIn(true)

  if (session.status === 'loading') return <SessionLoading />
  // Remounts when another user signs in in another tab.
  if (session.status === 'signed-in') return <Outlet key={session.session.user.id} />
  // After signing out by choice there is no return path.
  const state: SignInState | null = wasSignedIn && session.byChoice ? null : { from: pathname + search + hash }
  return <Navigate to={paths.login()} replace state={state} />
}
