import { type FocusEvent, Fragment, type ReactNode, type ToggleEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { buttonClasses } from './button-classes.ts'
import { positionPopover } from './position-popover.ts'

type PopoverProps = {
  label: string
  trigger: ReactNode
  /** Rendered on each opening. `close` returns the focus to the button. */
  children: (close: () => void) => ReactNode
}

/** A button that opens a non-modal dialog. Escape, a click outside and tabbing out close it. */
export function Popover({ label, trigger, children }: PopoverProps) {
  // The compiler refuses to pass `close` to `children`, because it reads refs; it is called in event handlers.
  'use no memo'
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  /** Openings since the last close event; 0 means closed. */
  const [openCount, setOpenCount] = useState(0)

  // Position after rendering: it depends on the size of the content.
  useLayoutEffect(() => {
    if (openCount > 0 && popover.current && button.current) positionPopover(popover.current, button.current, 'bottom')
  }, [openCount])

  const close = () => {
    popover.current?.hidePopover()
    button.current?.focus()
  }
  // The newly focused element must not stay hidden behind the popover.
  const onBlur = ({ relatedTarget: next }: FocusEvent) => {
    if (next instanceof Node && next !== button.current && !popover.current?.contains(next)) popover.current?.hidePopover()
  }
  // A popover that closes and reopens in one task fires only one event, 'open', so each such event counts as a new opening.
  const onToggle = ({ newState }: ToggleEvent) => setOpenCount((last) => (newState === 'open' ? last + 1 : 0))
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={openCount > 0}
        className={buttonClasses('secondary', 'md', 'max-w-full')}
      >
        {trigger}
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        onBlur={onBlur}
        onToggle={onToggle}
        className="max-w-[calc(100vw-1rem)] rounded-lg border border-rule bg-surface p-3 sm:p-4 text-ink shadow-floating"
      >
        {openCount > 0 && <Fragment key={openCount}>{children(close)}</Fragment>}
      </div>
    </>
  )
}
