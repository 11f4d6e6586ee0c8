import { FIRST_COURSE, GUARANTEE_DAYS, isCourseId, isOver } from '@academy/catalog'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useAccount } from '../../account/use-account.ts'
import { Pricing } from '../../features/billing/pricing.tsx'
import { PricingSkeleton } from '../../features/billing/pricing-skeleton.tsx'
import { courseContents } from '../../features/courses/course-contents.ts'
import { coursesQuery, sessionsQuery } from '../../features/courses/course-queries.ts'
import { teamQuery } from '../../features/team/team-queries.ts'
import { Alert } from '../../ui/alert.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const WaitingList = lazyPart(
  async () => (await import('../../features/courses/waiting-list.tsx')).WaitingList,
  <Skeleton className="h-48" />,
)

/** Returns when gifts end that alone open the Studio. Asks only for accounts that hold the Studio without a subscription. */
function useStudioGift(): { until: string | null; isLoading: boolean } {
  const { context } = useAccount()
  const enabled =
    context?.entitlements.my_prompts === true && !context.is_admin && context.subscriptions.every(({ status }) => isOver(status))
  const { data, isLoading } = useQuery({ ...teamQuery(), enabled })
  // A query that is not enabled also counts as loading while another part of the page asks for the same.
  return { until: (enabled && data?.studio_free_until) || null, isLoading: enabled && isLoading }
}

/** The offers with what the course consists of, below the notice that nothing is published yet. */
export function PricingOffers(props: ComponentProps<typeof Pricing>) {
  const product = props.reason !== undefined && isCourseId(props.reason) ? props.reason : FIRST_COURSE
  const isFirst = product === FIRST_COURSE
  const { data: courses } = useQuery({ ...coursesQuery(), enabled: !isFirst })
  const gift = useStudioGift()
  const course = courses?.find((candidate) => candidate.product === product)
  const { data: sessions } = useQuery({ ...sessionsQuery(course?.id), enabled: isFirst || course !== undefined })
  if (course?.state === 'upcoming') return <WaitingList course={course} />
  if (gift.isLoading) return <PricingSkeleton />
  return (
    <>
      {isFirst && <NoCourseNotice />}
      <Pricing
        {...props}
        studioFreeUntil={gift.until}
        courseContents={courseContents(sessions ?? [])}
        {...(course && { nextGuarantee: course.next_guarantee })}
      />
    </>
  )
}

/** Tells buyers that what they buy has no content yet. */
function NoCourseNotice() {
  const { data: sessions } = useQuery(sessionsQuery())
  if (sessions?.length !== 0) return null
  return (
    <Alert tone="warning" title="No course yet" className="mb-5">
      The Master Course is not published. If you buy it now, it opens when it is published, but the {GUARANTEE_DAYS} days of the guarantee
      begin with your payment.
    </Alert>
  )
}
