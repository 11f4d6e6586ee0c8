import { paths } from '../paths.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Elements } from '../ui/jsx/jsx-types.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { useAccount } from './use-account.ts'

type AdminOnlyProps = {
  /** The heading above the notice for other users, if the page has no heading of its own outside this component. */
  heading?: string
  loading: Elements
  children: Elements
}

/** Shows its children to the administrator and a notice to other users. The server enforces this by itself (R-07). */
export function AdminOnly({ heading, loading, children }: AdminOnlyProps) {
  const { status, error, entitlements } = useAccount()
  // After a failed load the role is unknown; the server refuses others.
  if (status === 'loading') return error ? children : loading
  if (entitlements.is_admin) return children
  return (
    <>
      {heading && <PageHeading>{heading}</PageHeading>}
      <AdminOnlyNotice />
    </>
  )
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
