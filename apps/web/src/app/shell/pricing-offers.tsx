import { FIRST_COURSE, isCourseId } from '@academy/catalog'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Pricing } from '../../features/billing/pricing.tsx'
import { courseContents } from '../../features/courses/course-contents.ts'
import { coursesQuery, sessionsQuery } from '../../features/courses/course-queries.ts'
import { NoCourseNotice } from '../../features/courses/no-course-notice.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const WaitingList = lazyPart(
  async () => (await import('../../features/courses/waiting-list.tsx')).WaitingList,
  <Skeleton className="h-48" />,
)

/** The offers with what the course consists of, below the notice that nothing is published yet. */
export function PricingOffers(props: ComponentProps<typeof Pricing>) {
  const product = props.reason !== undefined && isCourseId(props.reason) ? props.reason : FIRST_COURSE
  const isFirst = product === FIRST_COURSE
  const { data: courses } = useQuery({ ...coursesQuery(), enabled: !isFirst })
  const course = courses?.find((candidate) => candidate.product === product)
  const { data: sessions } = useQuery({ ...sessionsQuery(course?.id), enabled: isFirst || course !== undefined })
  if (course?.state === 'upcoming') return <WaitingList course={course} />
  return (
    <>
      {isFirst && <NoCourseNotice />}
      <Pricing {...props} courseContents={courseContents(sessions ?? [])} {...(course && { nextGuarantee: course.next_guarantee })} />
    </>
  )
}
