import { type FocusEvent, type ReactNode, type ToggleEvent, useId, useLayoutEffect, useRef, useState } from 'react'
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
  const [open, setOpen] = useState(false)

  // Placed once its content is there: where it goes depends on how wide that is.
  useLayoutEffect(() => {
    if (open && popover.current && button.current) placeBeside(popover.current, button.current, 'bottom')
  }, [open])

  const close = () => {
    popover.current?.hidePopover()
    button.current?.focus()
  }
  // What the focus went on to must not stay hidden behind it.
  const onBlur = ({ relatedTarget: next }: FocusEvent) => {
    if (next instanceof Node && next !== button.current && !popover.current?.contains(next)) popover.current?.hidePopover()
  }
  // Before a closing, the browser tells at once; afterwards it waits, and tells of one that is opened again meanwhile only that it is open.
  const onBeforeToggle = (event: ToggleEvent) => {
    if (event.newState === 'closed') setOpen(false)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={open}
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
        onBeforeToggle={onBeforeToggle}
        onToggle={(event: ToggleEvent) => setOpen(event.newState === 'open')}
        className="rounded-lg border border-rule bg-surface p-4 text-ink shadow-floating"
      >
        {open && children(close)}
      </div>
    </>
  )
}
