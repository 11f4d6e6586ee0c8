import { isPurchaseOffer } from '@academy/catalog'
import { useAccount } from '../../account/use-account.ts'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { Button } from '../../ui/button.tsx'
import type { ButtonVariant } from '../../ui/button-classes.ts'
import { FixedWidthLabel } from '../../ui/fixed-width-label.tsx'
import { Clock, Lock } from '../../ui/icons.ts'

/** Label for users without the course. */
export const UNLOCK_LABEL = 'Unlock Master Course'

type UnlockCourseProps = {
  variant?: ButtonVariant
  /** The name of the locked tutorial that the user wants to open. */
  tutorial?: string
}

/**
 * A button that opens the pricing dialog for the Master Course. While a payment for the course is processing, its
 * label says so.
 */
export function UnlockCourse({ tutorial, ...look }: UnlockCourseProps) {
  const { status, context } = useAccount()
  const { request } = useFeatureAccess()
  if (status === 'loading') {
    return (
      <Button {...look} disabled>
        <Lock aria-hidden="true" className="invisible" />
        <FixedWidthLabel widest={UNLOCK_LABEL}>Loading...</FixedWidthLabel>
      </Button>
    )
  }
  const isProcessing = context?.processing_payments.some(isPurchaseOffer) ?? false
  return (
    <Button {...look} aria-haspopup="dialog" onClick={() => request('master_course', tutorial)}>
      {isProcessing ? <Clock aria-hidden="true" /> : <Lock aria-hidden="true" />}
      {isProcessing ? 'Payment is processing' : UNLOCK_LABEL}
    </Button>
  )
}
