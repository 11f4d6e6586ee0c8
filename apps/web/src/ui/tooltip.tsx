import { type ReactNode, useEffect, useRef, useState } from 'react'
import { positionPopover } from './position-popover.ts'

/** Shows the accessible name of an icon-only control on hover and focus. Escape hides it; the pointer may rest on it. */
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
    // Fires once at the start, and again while the sidebar animates.
    const watch = new ResizeObserver(() => positionPopover(tip, control, 'right', 0))
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
    // biome-ignore lint/a11y/noStaticElementInteractions: only shows the name of the control inside
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
        <span className="block rounded-md forced-colors:border bg-ink px-2.5 py-1.5 text-sm font-medium whitespace-nowrap text-paper shadow-floating">
          {label}
        </span>
      </span>
    </span>
  )
}
