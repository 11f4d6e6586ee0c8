import { type ComponentProps, useImperativeHandle, useRef } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClasses } from './button-classes.ts'
import { SpinnerIcon } from './spinner.tsx'
import { useFocusWhenEnabled } from './use-focus-when-enabled.ts'

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
  useFocusWhenEnabled(button, pending)

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
