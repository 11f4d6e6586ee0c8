import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { type ButtonSize, type ButtonVariant, buttonClasses } from './button-classes.ts'

type Look = { variant?: ButtonVariant; size?: ButtonSize }
type LinkButtonProps = Look & (ComponentProps<typeof Link> | (ComponentProps<'a'> & { href: string; to?: never }))

/** A link that looks like a button. `to` opens a page of the app, `href` another site in a new tab. */
export function LinkButton({ variant = 'primary', size = 'md', className, ...rest }: LinkButtonProps) {
  const classes = buttonClasses(variant, size, className)
  if (rest.to !== undefined) return <Link className={classes} {...rest} />
  return (
    <a className={classes} target="_blank" rel="noopener noreferrer" {...rest}>
      {rest.children}
    </a>
  )
}
