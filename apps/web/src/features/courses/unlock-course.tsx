import type { ReactNode } from 'react'
import { useAccount } from '../../account/use-account.ts'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { Button } from '../../ui/button.tsx'
import type { ButtonSize, ButtonVariant } from '../../ui/button-classes.ts'
import { Lock } from '../../ui/icons.ts'
import { SteadyLabel } from '../../ui/steady-label.tsx'

/** What the button says once it is known that the course is locked. */
export const UNLOCK_LABEL = 'Unlock Master Course'

type UnlockCourseProps = {
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string
  /** Said to screen readers after the words on the button: what it unlocks, where many stand in a row. */
  children?: ReactNode
}

/** The button of whatever the Master Course opens: leads to its price, and never to what is locked (COURSE-13, D-26, D-31). */
export function UnlockCourse({ children, ...look }: UnlockCourseProps) {
  const { status } = useAccount()
  const { request } = useFeatureAccess()
  if (status === 'loading') {
    return (
      <Button {...look} disabled>
        <Lock aria-hidden="true" className="invisible" />
        <SteadyLabel widest={UNLOCK_LABEL}>Loading...</SteadyLabel>
      </Button>
    )
  }
  return (
    <Button {...look} aria-haspopup="dialog" onClick={() => request('master_course')}>
      <Lock aria-hidden="true" />
      {UNLOCK_LABEL}
      {children}
    </Button>
  )
}
