import type { ComponentProps } from 'react'
import { Pricing } from '../../features/billing/pricing.tsx'
import { NoCourseNotice } from '../../features/courses/no-course-notice.tsx'

/** The offers, below the notice that nothing is published yet. */
export const PricingOffers = (props: ComponentProps<typeof Pricing>) => (
  <>
    <NoCourseNotice />
    <Pricing {...props} />
  </>
)
