import { createContext, type KeyboardEvent, type ReactNode, type ToggleEvent, use, useId, useRef } from 'react'
import { Link } from 'react-router'
import { cx } from './class-names.ts'
import { Check } from './icons.ts'
import { positionPopover, type Side } from './position-popover.ts'

type MenuProps = {
  /** Accessible name of the menu. */
  label: string
  trigger: ReactNode
  triggerLabel?: string
  triggerClassName?: string
  side?: Side
  children: ReactNode
}

const CloseMenuContext = createContext<() => void>(() => undefined)
const itemSelector = '[role^="menuitem"]'

/** A menu button that follows the ARIA pattern. Arrow keys, Home and End move the focus; Escape, Tab and a click outside close the menu. */
export function Menu({ label, trigger, triggerLabel, triggerClassName, side = 'bottom', children }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const items = () => [...(popover.current?.querySelectorAll<HTMLElement>(itemSelector) ?? [])]
  const close = () => popover.current?.hidePopover()

  const onToggle = (event: ToggleEvent<HTMLDivElement>) => {
    if (event.newState !== 'open' || !button.current) return
    positionPopover(event.currentTarget, button.current, side)
    items()[0]?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const all = items()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const targets: Record<string, number> = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: at <= 0 ? all.length - 1 : at - 1,
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
        <CloseMenuContext value={close}>{children}</CloseMenuContext>
      </div>
    </>
  )
}

const itemClasses =
  'flex min-h-10 w-full items-center gap-2.5 rounded-md px-2.5 text-left font-medium -outline-offset-2 hover:bg-sunken focus:bg-sunken [&_svg]:size-4.5 [&_svg]:shrink-0'

export function MenuItem({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  const close = use(CloseMenuContext)
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

export function MenuLink({ to, icon: Icon, children }: { to: string; icon: typeof Check; children: ReactNode }) {
  const close = use(CloseMenuContext)
  return (
    <Link to={to} role="menuitem" tabIndex={-1} className={itemClasses} onClick={close}>
      <Icon aria-hidden="true" />
      {children}
    </Link>
  )
}

export const MenuSeparator = () => <hr className="mx-1 my-1.5 border-rule" />

type RadioOption<T extends string> = { value: T; label: string; icon: ReactNode }
type MenuRadioGroupProps<T extends string> = { label: string; options: readonly RadioOption<T>[]; value: T; onChange: (value: T) => void }

/** A radio group inside a menu. Choosing an option keeps the menu open. */
export function MenuRadioGroup<T extends string>({ label, options, value, onChange }: MenuRadioGroupProps<T>) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed inside role="menu"
    <div role="group" aria-labelledby={id}>
      <p id={id} className="px-2.5 pt-1.5 pb-1 text-xs font-semibold text-muted">
        {label}
      </p>
      {options.map((choice) => (
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
