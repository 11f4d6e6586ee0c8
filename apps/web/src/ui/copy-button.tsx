import { type ReactNode, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import type { ButtonSize, ButtonVariant } from './button-classes.ts'
import { Check, Copy } from './icons.ts'

/** How long a button says 'Copied!' (TUT-21). */
export const COPIED_MS = 2000

type CopyButtonProps = {
  text: string | (() => string)
  children?: ReactNode
  onCopied?: () => void
  onError: (error: unknown) => void
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string
}

/** Copies text and says so, to eyes and to screen readers, for two seconds. */
export function CopyButton({ text, children = 'Copy', onCopied, onError, variant = 'secondary', size = 'sm', className }: CopyButtonProps) {
  const [copies, setCopies] = useState(0)
  const copied = copies > 0

  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setCopies(0), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copies])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'function' ? text() : text)
    } catch (error) {
      onError(error)
      return
    }
    setCopies((count) => count + 1)
    onCopied?.()
  }

  return (
    <>
      <Button variant={variant} size={size} {...(className !== undefined && { className })} onClick={() => void copy()}>
        {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        {copied ? 'Copied!' : children}
      </Button>
      <span role="status" className="sr-only">
        {copied ? 'Copied!' : ''}
      </span>
    </>
  )
}
