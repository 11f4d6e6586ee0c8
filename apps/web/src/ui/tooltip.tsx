import { type ReactNode, useEffect, useRef, useState } from 'react'
import { placeBeside } from './floating.ts'

/**
 * Shows, on hover and focus, a name that the control already has for screen readers but does not show,
 * as in the collapsed sidebar. Escape hides it; the pointer may rest on it.
 */
export function Tooltip({ label, disabled = false, children }: { label: string; disabled?: boolean; children: ReactNode }) {
  const anchor = useRef<HTMLSpanElement>(null)
  const popover = useRef<HTMLSpanElement>(null)
  const [shown, setShown] = useState(false)
  const visible = shown && !disabled

  useEffect(() => {
    if (!visible || !popover.current || !anchor.current) return
    const tip = popover.current
    const control = anchor.current
    tip.showPopover()
    // Also tells at once; and again while a sidebar that is still moving takes the control along.
    const watch = new ResizeObserver(() => placeBeside(tip, control, 'right', 0))
    watch.observe(control)
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && setShown(false)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      watch.disconnect()
      tip.hidePopover()
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [visible])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only shows what the control inside is called; nothing can be done here
    <span
      ref={anchor}
      className="block"
      onPointerEnter={(event) => event.pointerType === 'mouse' && setShown(true)}
      onPointerLeave={() => setShown(false)}
      onFocus={() => setShown(true)}
      onBlur={() => setShown(false)}
    >
      {children}
      <span ref={popover} popover="manual" aria-hidden="true" className="overflow-visible bg-transparent pl-2.5 -translate-y-1/2">
        <span className="block rounded-md bg-ink px-2.5 py-1.5 text-sm font-medium whitespace-nowrap text-paper shadow-floating">
          {label}
        </span>
      </span>
    </span>
  )
}
