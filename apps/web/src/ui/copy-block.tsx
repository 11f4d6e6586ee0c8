import { LabelWithSubject } from './label-with-subject.tsx'
import './copy-block.css'
import { type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cx } from './class-names.ts'
import { CopyButton } from './copy-button.tsx'
import { DisclosureHeading } from './disclosure-heading.tsx'

type CopyBlockProps = {
  title: string
  /** Label of the copy button, the copied text, and its name in the error toast. */
  copy: { label: string; text: () => string; subject?: 'the content' | 'the code'; onCopied?: (() => void) | undefined }
  /** Controls beside the copy button. */
  actions?: ReactNode
  /** Controls between the header and the text. They are not part of what is selected when the clipboard fails. */
  above?: ReactNode
  children: ReactNode
}

/** A collapsible prompt or code block. Its header is sticky, below a bar of `--bar-height`, so that the copy button stays in reach. */
export function CopyBlock({ title, copy, actions, above, children }: CopyBlockProps) {
  const [open, setOpen] = useState(true)
  const bodyId = useId()
  const body = useRef<HTMLDivElement>(null)
  /** Opens the block, because hidden text cannot be selected. */
  const expandBody = () => {
    flushSync(() => setOpen(true))
    return body.current
  }
  return (
    <section aria-label={title} className="rounded-lg border border-rule-strong bg-code shadow-raised">
      <div
        className={cx(
          'sticky top-[calc(3.5rem+var(--bar-height,0rem))] short:static z-10 flex items-center gap-2 rounded-t-[calc(var(--radius-lg)-1px)] border-t-4 border-accent bg-surface p-2 pr-3 md:top-(--bar-height,0rem)',
          open ? 'border-b border-b-rule' : 'rounded-b-[calc(var(--radius-lg)-1px)]',
        )}
      >
        <DisclosureHeading
          level={3}
          open={open}
          controls={bodyId}
          onToggle={() => setOpen(!open)}
          className="font-display font-bold tracking-[-0.015em]"
        >
          {title}
        </DisclosureHeading>
        {actions}
        <CopyButton
          variant="primary"
          text={copy.text}
          source={expandBody}
          subject={copy.subject ?? 'the content'}
          onCopied={copy.onCopied}
          className="min-w-27 self-start"
        >
          <LabelWithSubject label={copy.label} subject={title} />
        </CopyButton>
      </div>
      <div id={bodyId} hidden={!open}>
        {above}
        <div ref={body} translate="no">
          {children}
        </div>
      </div>
    </section>
  )
}

/** Shows a prompt or code as plain text, never as HTML, with its line breaks and spaces. */
export const PlainTextBlock = ({ text }: { text: string }) => <div className="prose prompt-text whitespace-pre-wrap">{text}</div>
