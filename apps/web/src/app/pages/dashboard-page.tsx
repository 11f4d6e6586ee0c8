import { useAccount } from '../../account/use-account.ts'
import { BundleOfferCard } from '../../features/billing/bundle-offer-card.tsx'
import { SlackCard } from '../../features/community/slack-card.tsx'
import { CourseCard } from '../../features/courses/course-card.tsx'
import { SessionOverview } from '../../features/courses/session-overview.tsx'
import { useLikelyOwner } from '../../features/courses/use-likely-owner.ts'
import { PageHeading } from '../../ui/page-heading.tsx'

/** The dashboard: course, sessions, community and bundle offer. */
export default function DashboardPage() {
  const account = useAccount()
  const name = account.context?.first_name?.trim()
  // The height of the course card depends on it.
  const isOwnershipKnown = useLikelyOwner(account) !== undefined
  return (
    <div className="flex flex-col gap-8">
      <PageHeading title="Dashboard">{name ? `Welcome, ${name}!` : 'Welcome!'}</PageHeading>
      <CourseCard />
      {isOwnershipKnown && (
        <>
          <section aria-labelledby="dashboard-sessions">
            <h2 id="dashboard-sessions" className="mb-3 text-xl">
              Sessions
            </h2>
            <SessionOverview />
          </section>
          <div className="grid gap-5 sm:grid-cols-2">
            <SlackCard />
            {/* Last, because it appears only after the account has loaded. */}
            <BundleOfferCard />
          </div>
        </>
      )}
    </div>
  )
}
