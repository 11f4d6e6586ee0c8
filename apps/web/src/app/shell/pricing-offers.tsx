import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Pricing } from '../../features/billing/pricing.tsx'
import { courseContents } from '../../features/courses/course-contents.ts'
import { sessionsQuery } from '../../features/courses/course-queries.ts'
import { NoCourseNotice } from '../../features/courses/no-course-notice.tsx'

/** The offers with what the course consists of, below the notice that nothing is published yet. */
export function PricingOffers(props: ComponentProps<typeof Pricing>) {
  const { data: sessions } = useQuery(sessionsQuery())
  return (
    <>
      <NoCourseNotice />
      <Pricing {...props} courseContents={courseContents(sessions ?? [])} />
    </>
  )
}
