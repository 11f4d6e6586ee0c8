import { GUARANTEE_DAYS } from '@academy/catalog'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../account/use-account.ts'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/alert.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { sessionsQuery } from './course-queries.ts'

/** Says that no course is published, and tells the administrator what to do next. */
export function NoCourse() {
  const { entitlements } = useAccount()
  if (!entitlements.is_admin) return <EmptyState title="No course yet">The course appears here as soon as it is published.</EmptyState>
  return (
    <EmptyState
      title="No course yet"
      action={
        <LinkButton to={paths.content()} size="sm">
          Open Content
        </LinkButton>
      }
    >
      Learners see the course here as soon as you publish it. Write it in Notion, or copy the sample course to Notion with{' '}
      <code>npx -y pnpm@10 academy content:push</code>. Then sync it.
    </EmptyState>
  )
}

/** Tells buyers that what they buy has no content yet. */
export function NoCourseNotice() {
  const { data: sessions } = useQuery(sessionsQuery())
  if (sessions?.length !== 0) return null
  return (
    <Alert tone="warning" title="No course yet" className="mb-5">
      The Master Course is not published. If you buy it now, it opens when it is published, but the {GUARANTEE_DAYS} days of the guarantee
      begin with your payment.
    </Alert>
  )
}
