import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { useAccount } from './use-account.ts'

type AdminOnlyProps = { loading: ReactNode; fallback?: ReactNode; children: ReactNode }

/** Shows its children to the administrator and `fallback` to other users. The server enforces this by itself (R-07). */
export function AdminOnly({ loading, fallback = <AdminOnlyNotice />, children }: AdminOnlyProps) {
  const { status, entitlements } = useAccount()
  if (status === 'loading') return loading
  // After a failed load the role is unknown; the server refuses others.
  return status === 'loaded' && !entitlements.is_admin ? fallback : children
}

/** Tells other users that the page is for the administrator. */
export const AdminOnlyNotice = () => (
  <EmptyState
    title="Only the administrator can open this page."
    action={
      <LinkButton to={paths.dashboard()} variant="secondary" size="sm">
        Go to the dashboard
      </LinkButton>
    }
  >
    Sign in with the administrator's account to open it.
  </EmptyState>
)
