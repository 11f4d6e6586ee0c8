import { type ComponentProps, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClasses } from './button-classes.ts'
import { SpinnerGlyph } from './spinner.tsx'

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Work is under way: the button is disabled and turns; give it the words that say so as children. */
  pending?: boolean
}

export function Button({
  variant = 'primary',
  size = 'md',
  pending = false,
  type = 'button',
  className,
  disabled,
  children,
  ref,
  ...rest
}: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current, [])

  // Whoever pressed it has the focus on it, and browsers take that from what is disabled: it comes back with the end of the work.
  useLayoutEffect(() => {
    if (!pending || document.activeElement !== button.current) return
    const pressed = button.current
    return () => {
      if (document.activeElement === document.body) pressed?.focus({ preventScroll: true })
    }
  }, [pending])

  return (
    <button
      ref={button}
      type={type}
      className={buttonClasses(variant, size, className)}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      {...rest}
    >
      {pending && <SpinnerGlyph />}
      {children}
    </button>
  )
}
