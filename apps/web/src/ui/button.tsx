import { type ComponentProps, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClasses } from './button-classes.ts'
import { SpinnerIcon } from './spinner.tsx'

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Disables the button and shows a spinner. Pass a label such as 'Saving...' as children. */
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

  // Browsers take the focus from a disabled button: give it back when the work ends.
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
      {pending && <SpinnerIcon />}
      {children}
    </button>
  )
}
