import { COURSES, FIRST_COURSE, isPurchaseOffer } from '@academy/catalog'
import { useAccount } from '../../account/use-account.ts'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { Button } from '../../ui/button.tsx'
import type { ButtonVariant } from '../../ui/button-classes.ts'
import { FixedWidthLabel } from '../../ui/fixed-width-label.tsx'
import { Clock, Lock } from '../../ui/icons.ts'
import { useShownProduct } from './course-queries.ts'

/** Label for users without the course. */
export const unlockLabel = (product = FIRST_COURSE) => `Unlock ${COURSES[product].title}`

type UnlockCourseProps = {
  variant?: ButtonVariant
  /** The name of the locked tutorial that the user wants to open. */
  tutorial?: string
}

/**
 * A button that opens the pricing dialog for the shown course. While a payment for the course is processing, its
 * label says so.
 */
export function UnlockCourse({ tutorial, ...look }: UnlockCourseProps) {
  const { status, context } = useAccount()
  const { request } = useFeatureAccess()
  const product = useShownProduct()
  const label = unlockLabel(product)
  if (status === 'loading' || product === undefined) {
    return (
      <Button {...look} disabled>
        <Lock aria-hidden="true" className="invisible" />
        <FixedWidthLabel widest={label}>Loading...</FixedWidthLabel>
      </Button>
    )
  }
  const isProcessing = context?.processing_payments.some(isPurchaseOffer) ?? false
  return (
    <Button {...look} aria-haspopup="dialog" onClick={() => request(product, tutorial)}>
      {isProcessing ? <Clock aria-hidden="true" /> : <Lock aria-hidden="true" />}
      {isProcessing ? 'Payment is processing' : label}
    </Button>
  )
}
