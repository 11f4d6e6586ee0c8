import { type FocusEvent, Fragment, type ReactNode, type ToggleEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { buttonClasses } from './button-classes.ts'
import { placeBeside } from './floating.ts'

type PopoverProps = {
  label: string
  trigger: ReactNode
  /** Drawn anew at each opening; `close` gives the focus back to the button. */
  children: (close: () => void) => ReactNode
}

/** A button that opens a small dialog beside it. Escape, a click outside and tabbing on close it. */
export function Popover({ label, trigger, children }: PopoverProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  /** The number of times it was opened since it was last seen closed; 0: it is closed. */
  const [opening, setOpening] = useState(0)

  // Placed once its content is there: where it goes depends on how wide that is.
  useLayoutEffect(() => {
    if (opening > 0 && popover.current && button.current) placeBeside(popover.current, button.current, 'bottom')
  }, [opening])

  const close = () => {
    popover.current?.hidePopover()
    button.current?.focus()
  }
  // What the focus went on to must not stay hidden behind it.
  const onBlur = ({ relatedTarget: next }: FocusEvent) => {
    if (next instanceof Node && next !== button.current && !popover.current?.contains(next)) popover.current?.hidePopover()
  }
  // Of one that is opened again at once, the browser tells only that it is open: each time it says so is an opening.
  const onToggle = ({ newState }: ToggleEvent) => setOpening((last) => (newState === 'open' ? last + 1 : 0))
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={opening > 0}
        className={buttonClasses('secondary', 'md')}
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
        className="rounded-lg border border-rule bg-surface p-4 text-ink shadow-floating"
      >
        {opening > 0 && <Fragment key={opening}>{children(close)}</Fragment>}
      </div>
    </>
  )
}
