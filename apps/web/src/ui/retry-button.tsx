import { Button } from './button.tsx'
import { RotateCw } from './icons.ts'

/** A button that repeats what failed. If it disappears with the focus, the dialog or the content of the page around it gets the focus. */
export const RetryButton = ({ onRetry, pending = false }: { onRetry: () => void; pending?: boolean }) => (
  <Button ref={keepFocusNearby} variant="secondary" size="sm" pending={pending} onClick={onRetry}>
    {!pending && <RotateCw aria-hidden="true" />}
    Try again
  </Button>
)

/** Runs before the button leaves the page. A pending button is disabled, and has lost the focus to the body. */
const keepFocusNearby = (button: HTMLButtonElement | null) => () => {
  const focused = document.activeElement
  if (focused !== button && !(button?.disabled && focused === document.body)) return
  const surroundings = button?.closest<HTMLElement>('dialog, main')
  surroundings?.setAttribute('tabindex', '-1')
  surroundings?.focus({ preventScroll: true })
}
