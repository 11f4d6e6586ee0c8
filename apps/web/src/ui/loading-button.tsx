import { Button } from './button.tsx'
import type { ButtonSize, ButtonVariant } from './button-classes.ts'
import { FixedWidthLabel } from './fixed-width-label.tsx'

type LoadingButtonProps = { variant?: ButtonVariant; size?: ButtonSize; className?: string; children: string }

/** A disabled 'Loading...' button as wide as with its label, `children`. It replaces a button while entitlements load. */
export const LoadingButton = ({ children, ...look }: LoadingButtonProps) => (
  <Button {...look} disabled>
    <FixedWidthLabel widest={children}>Loading...</FixedWidthLabel>
  </Button>
)
