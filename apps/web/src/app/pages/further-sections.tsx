import { BundleOfferCard } from '../../features/billing/bundle-offer-card.tsx'
import { SlackCard } from '../../features/community/slack-card.tsx'
import { FurtherCourses } from '../../features/courses/course-list.tsx'
import { SessionOverview } from '../../features/courses/session-overview.tsx'

/** The dashboard below the first view: sessions, community and bundle offer. */
export const FurtherSections = () => (
  <>
    <SessionOverview />
    <FurtherCourses />
    <div className="grid gap-5 sm:grid-cols-2">
      <SlackCard />
      {/* Last, because it appears only after the account has loaded. */}
      <BundleOfferCard />
    </div>
  </>
)
