import { Button } from './button.tsx'
import { RotateCw } from './icons.ts'

/** A button that repeats what failed. */
export const RetryButton = ({ onRetry, pending = false }: { onRetry: () => void; pending?: boolean }) => (
  <Button variant="secondary" size="sm" pending={pending} onClick={onRetry}>
    {!pending && <RotateCw aria-hidden="true" />}
    Try again
  </Button>
)
