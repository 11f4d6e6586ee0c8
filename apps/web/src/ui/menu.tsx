import { createContext, type KeyboardEvent, type ReactNode, type ToggleEvent, use, useId, useRef } from 'react'
import { Link } from 'react-router'
import { cx } from './class-names.ts'
import { placeBeside, type Side } from './floating.ts'
import { Check } from './icons.ts'

type MenuProps = {
  /** What the menu is, for screen readers. */
  label: string
  trigger: ReactNode
  triggerLabel?: string
  triggerClassName?: string
  side?: Side
  children: ReactNode
}

const CloseMenu = createContext<() => void>(() => undefined)
const itemSelector = '[role^="menuitem"]:not([aria-disabled="true"])'

/** A button with a menu. Arrow keys, Home and End walk through it; Escape, Tab and a click outside close it. */
export function Menu({ label, trigger, triggerLabel, triggerClassName, side = 'bottom', children }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const items = () => [...(popover.current?.querySelectorAll<HTMLElement>(itemSelector) ?? [])]
  const close = () => popover.current?.hidePopover()

  const onToggle = (event: ToggleEvent<HTMLDivElement>) => {
    if (event.newState !== 'open' || !button.current) return
    placeBeside(event.currentTarget, button.current, side)
    items()[0]?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const all = items()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const targets: Record<string, number> = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    }
    const target = targets[event.key]
    if (target !== undefined) {
      event.preventDefault()
      all[target]?.focus()
    } else if (event.key === 'Tab') {
      close()
    }
  }

  return (
    <>
      <button ref={button} type="button" popoverTarget={id} aria-haspopup="menu" aria-label={triggerLabel} className={triggerClassName}>
        {trigger}
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        onToggle={onToggle}
        onKeyDown={onKeyDown}
        className="min-w-56 rounded-lg border border-rule bg-surface p-1.5 text-sm text-ink shadow-floating"
      >
        <CloseMenu value={close}>{children}</CloseMenu>
      </div>
    </>
  )
}

const itemClasses =
  'flex min-h-10 w-full items-center gap-2.5 rounded-md px-2.5 text-left font-medium -outline-offset-2 hover:bg-sunken focus:bg-sunken [&_svg]:size-4.5 [&_svg]:shrink-0'

export function MenuItem({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  const close = use(CloseMenu)
  const select = () => {
    close()
    onSelect()
  }
  return (
    <button type="button" role="menuitem" tabIndex={-1} className={itemClasses} onClick={select}>
      {children}
    </button>
  )
}

export function MenuLink({ to, onFollow, children }: { to: string; onFollow?: () => void; children: ReactNode }) {
  const close = use(CloseMenu)
  const follow = () => {
    close()
    onFollow?.()
  }
  return (
    <Link to={to} role="menuitem" tabIndex={-1} className={itemClasses} onClick={follow}>
      {children}
    </Link>
  )
}

export const MenuSeparator = () => <hr className="mx-1 my-1.5 border-rule" />

type Choice<T extends string> = { value: T; label: string; icon: ReactNode }
type MenuChoicesProps<T extends string> = { label: string; choices: readonly Choice<T>[]; value: T; onChange: (value: T) => void }

/** One of a few settings, chosen in the menu, which stays open to show the effect. */
export function MenuChoices<T extends string>({ label, choices, value, onChange }: MenuChoicesProps<T>) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place inside role="menu"
    <div role="group" aria-labelledby={id}>
      <p id={id} className="px-2.5 pt-1.5 pb-1 text-xs font-semibold text-muted">
        {label}
      </p>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          role="menuitemradio"
          aria-checked={choice.value === value}
          tabIndex={-1}
          className={itemClasses}
          onClick={() => onChange(choice.value)}
        >
          {choice.icon}
          <span className="flex-1">{choice.label}</span>
          <Check aria-hidden="true" className={cx(choice.value !== value && 'invisible')} />
        </button>
      ))}
    </div>
  )
}
