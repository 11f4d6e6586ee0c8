import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { useAccount } from './use-account.ts'

type AdminOnlyProps = { loading: ReactNode; refusal?: ReactNode; children: ReactNode }

/** Shows its children to the administrator, and to others that the page is not theirs. The server refuses those by itself (R-07). */
export function AdminOnly({ loading, refusal = <AdminRefusal />, children }: AdminOnlyProps) {
  const { status, entitlements } = useAccount()
  if (status === 'loading') return loading
  // After a failed load nobody knows who this is: the server will say.
  return status === 'loaded' && !entitlements.is_admin ? refusal : children
}

/** For whoever is not the administrator. */
export const AdminRefusal = () => (
  <EmptyState
    title="This page is for the academy's administrator."
    action={
      <LinkButton to={paths.dashboard()} variant="secondary" size="sm">
        Go to the dashboard
      </LinkButton>
    }
  >
    Your account is not the administrator's, so the server keeps it closed.
  </EmptyState>
)
