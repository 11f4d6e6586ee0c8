import { type ReactNode, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import type { ButtonSize, ButtonVariant } from './button-classes.ts'
import { Check, Copy } from './icons.ts'
import { toast } from './toast.ts'

/** How long a button shows 'Copied!'. */
const COPIED_MS = 2000
/** How long a button shows the keyboard shortcut after a failure: as long as the error toast. */
const KEYS_SHOWN_MS = 9000

type CopyButtonProps = {
  /** A promise while the text is still to be fetched. */
  text: string | (() => string | Promise<string>)
  /** Returns the element that shows the text. When the clipboard fails, its text is selected so that users can copy it by hand. */
  source: () => HTMLElement | null
  /** What the toast about a failure calls the text. Without it there is no toast. */
  subject?: 'the content' | 'the code' | 'the token'
  onCopied?: (() => void) | undefined
  children?: ReactNode
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string
}

/** Copies text and shows 'Copied!' for two seconds; screen readers announce it. */
export function CopyButton({
  text,
  source,
  subject,
  onCopied,
  children = 'Copy',
  variant = 'secondary',
  size = 'sm',
  className,
}: CopyButtonProps) {
  const [outcome, setOutcome] = useState<{ copied: boolean }>()

  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), outcome.copied ? COPIED_MS : KEYS_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  const copy = async () => {
    try {
      await writeText(text)
      setOutcome({ copied: true })
    } catch {
      if (selectText(source())) setOutcome({ copied: false })
      if (subject) toast.error({ title: 'Copy failed', description: `Could not copy ${subject} to clipboard` })
      return
    }
    onCopied?.()
  }

  const result = outcome?.copied ? 'Copied!' : `Press ${copyKeys()}`
  const label = outcome ? result : children
  return (
    <>
      <Button variant={variant} size={size} {...(className !== undefined && { className })} onClick={() => void copy()}>
        {outcome?.copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        {size === 'icon' ? <span className="sr-only">{label}</span> : label}
      </Button>
      <span role="status" className="sr-only">
        {outcome && (outcome.copied ? 'Copied!' : `The text is selected. Press ${copyKeys()} to copy it.`)}
      </span>
    </>
  )
}

/** Passes a promise on to the browser: after waiting for it, Safari would no longer see the user's click. */
function writeText(text: CopyButtonProps['text']): Promise<void> {
  const given = typeof text === 'function' ? text() : text
  if (typeof given === 'string') return navigator.clipboard.writeText(given)
  const blob = given.then((fetched) => new Blob([fetched], { type: 'text/plain' }))
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}

const copyKeys = (): string => (/Mac|iPhone|iPad/.test(navigator.platform) ? 'Cmd+C' : 'Ctrl+C')

/** Selects all text of an element. Returns false when there is no element. */
function selectText(element: HTMLElement | null): boolean {
  const selection = getSelection()
  if (!element || !selection) return false
  selection.selectAllChildren(element)
  return true
}
