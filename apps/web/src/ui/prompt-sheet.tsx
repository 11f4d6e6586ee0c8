import './prompt-sheet.css'
import { type ReactNode, useId, useState } from 'react'
import { cx } from './class-names.ts'
import { CopyButton } from './copy-button.tsx'
import { DisclosureHeading } from './disclosure-heading.tsx'
import { plainText } from './plain-text.ts'
import { Prose } from './prose.tsx'
import { toast } from './toast.ts'

/** What to do when the clipboard refuses: say so, in the words of ERR-24 and ERR-25. */
export const copyFailed = (what: 'the content' | 'the code') => () =>
  toast.error({ title: 'Copy failed', description: `Could not copy ${what} to clipboard` })

type PromptSheetProps = {
  title: string
  headingLevel?: 3 | 4
  /** What the button in the head says, what it puts on the clipboard, and what that is called when it fails. */
  copy: { label: string; text: () => string; what?: 'the content' | 'the code'; variant?: 'primary' | 'secondary' }
  children: ReactNode
}

/**
 * What people come for: a prompt or code on its own paper. Its head stays in view while it is read, so that the copy button
 * is always in reach.
 */
export function PromptSheet({ title, headingLevel = 3, copy, children }: PromptSheetProps) {
  const [open, setOpen] = useState(true)
  const bodyId = useId()
  return (
    <section aria-label={title} className="rounded-lg border border-rule-strong bg-code shadow-raised">
      <div
        className={cx(
          'sticky top-14 z-10 flex items-center gap-2 rounded-t-[calc(var(--radius-lg)-1px)] border-t-4 border-accent bg-surface p-2 pr-3 md:top-0',
          open ? 'border-b border-b-rule' : 'rounded-b-[calc(var(--radius-lg)-1px)]',
        )}
      >
        <DisclosureHeading
          level={headingLevel}
          open={open}
          controls={bodyId}
          onToggle={() => setOpen(!open)}
          className="font-display font-bold tracking-[-0.015em]"
        >
          {title}
        </DisclosureHeading>
        <CopyButton
          variant={copy.variant ?? 'primary'}
          text={copy.text}
          onError={copyFailed(copy.what ?? 'the content')}
          className="min-w-27 self-start"
        >
          {copy.label}
        </CopyButton>
      </div>
      <div id={bodyId} hidden={!open}>
        {children}
      </div>
    </section>
  )
}

/** A prompt on its sheet. */
export const SheetText = ({ html }: { html: string }) => <Prose html={html} className="prompt-text" />

/** A prompt or code that is plain text, whatever is in it: its own lines and spaces, and no HTML. */
export const PlainSheetText = ({ text }: { text: string }) => <Prose className="prompt-text whitespace-pre-wrap">{text}</Prose>

/** Code on its sheet, set flush. */
export const SheetCode = ({ html }: { html: string }) => <Prose html={html} className="prompt-code" />

/** Code that goes with the prompt above it on the same sheet, with a copy button of its own; `apart` draws the line between. */
export function SheetCodeSample({ html, apart }: { html: string; apart: boolean }) {
  return (
    <div className={cx(apart && 'border-t border-dashed border-rule-strong')}>
      <div className="flex items-center gap-2 py-2 pr-3 pl-4 sm:pl-6">
        <h4 className="flex-1 font-text text-sm font-semibold tracking-normal text-muted">Code sample</h4>
        <CopyButton variant="ghost" text={() => plainText(html)} onError={copyFailed('the code')}>
          Copy code
        </CopyButton>
      </div>
      <SheetCode html={html} />
    </div>
  )
}
