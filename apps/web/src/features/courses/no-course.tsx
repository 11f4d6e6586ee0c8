import { useAccount } from '../../account/use-account.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

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
      <code translate="no">npx -y pnpm@10 academy content:push</code>. Then sync it.
    </EmptyState>
  )
}
