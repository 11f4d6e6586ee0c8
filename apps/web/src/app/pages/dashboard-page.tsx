import { FIRST_COURSE } from '@academy/catalog'
import { useAccount } from '../../account/use-account.ts'
import { useLikelyOwner, useLikelySubscriber } from '../../account/use-likely-access.ts'
import { CourseCard } from '../../features/courses/course-card.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const StudioCard = lazyPart(async () => (await import('./studio-card.tsx')).StudioCard, <Skeleton className="h-86 sm:h-74" />)
const FurtherSections = lazyPart(async () => (await import('./further-sections.tsx')).FurtherSections)

/** The dashboard: the Studio of subscribers, course, sessions, community and bundle offer. */
export default function DashboardPage() {
  const account = useAccount()
  const name = account.context?.first_name?.trim()
  const isLikelyOwner = useLikelyOwner(account, FIRST_COURSE)
  const isLikelySubscriber = useLikelySubscriber(account)
  return (
    <div className="flex flex-col gap-8">
      <PageHeading title="Dashboard">{name ? `Welcome, ${name}!` : 'Welcome!'}</PageHeading>
      {isLikelyOwner === undefined || isLikelySubscriber === undefined ? (
        <p>
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-152" />
        </p>
      ) : (
        <>
          {isLikelySubscriber && !account.error && <StudioCard />}
          <CourseCard isLikelyOwner={isLikelyOwner} />
          <FurtherSections />
        </>
      )}
    </div>
  )
}
