import { cx } from './class-names.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg' | 'icon'

/** Each variant has a border: high contrast mode removes backgrounds and paints transparent borders in the text color. */
const variants: Record<ButtonVariant, string> = {
  primary: 'border border-transparent bg-primary text-on-primary hover:bg-primary-hover',
  secondary: 'border border-rule-strong bg-surface text-ink hover:border-ink hover:bg-sunken',
  ghost: 'border border-transparent text-ink hover:bg-sunken',
  danger: 'border border-transparent bg-danger text-on-danger hover:bg-danger-hover',
}

/** Below 24rem (small phones, 400 % zoom) the label wraps and the height grows. */
const sizes: Record<ButtonSize, string> = {
  sm: 'h-9 max-[24rem]:h-auto max-[24rem]:min-h-9 px-3 text-sm gap-1.5',
  md: 'h-11 max-[24rem]:h-auto max-[24rem]:min-h-11 px-4 text-base gap-2',
  lg: 'h-13 max-[24rem]:h-auto max-[24rem]:min-h-13 px-6 text-lg gap-2.5',
  icon: 'size-9 shrink-0',
}

/** Returns the classes of a button, for buttons and for links that look like one. */
export const buttonClasses = (variant: ButtonVariant, size: ButtonSize, className?: string) =>
  cx(
    'inline-flex select-none items-center justify-center rounded-md font-semibold whitespace-nowrap max-[24rem]:whitespace-normal transition-colors [&_svg]:size-[1.125em] [&_svg]:shrink-0',
    'disabled:cursor-not-allowed disabled:opacity-55',
    variants[variant],
    sizes[size],
    className,
  )
