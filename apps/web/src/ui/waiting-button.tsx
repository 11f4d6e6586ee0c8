import { Button } from './button.tsx'
import type { ButtonSize, ButtonVariant } from './button-classes.ts'
import { SteadyLabel } from './steady-label.tsx'

type WaitingButtonProps = { variant?: ButtonVariant; size?: ButtonSize; className?: string; children: string }

/** Stands in for a button while it is not known what that will do (CTX-11), as wide as with its label, the `children`. */
export const WaitingButton = ({ children, ...look }: WaitingButtonProps) => (
  <Button {...look} disabled>
    <SteadyLabel widest={children}>Loading...</SteadyLabel>
  </Button>
)
