import { htmlToText } from '@academy/contract/html-to-text'
import { blocksOf } from '@academy/contract/prompt-sections'
import type { FieldValues } from '@academy/contract/prompt-template'
import { useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { cx } from './class-names.ts'
import { ContentHtml } from './content-html.tsx'
import { CopyButton } from './copy-button.tsx'
import { markFields } from './fill-in-marks.ts'

/** Shows a prompt; with `values`, its fields are filled and marked. */
export const PromptHtml = ({ html, values }: { html: string; values?: FieldValues }) => (
  <ContentHtml html={values ? markFields(html, values) : html} className="prompt-text" />
)

/** Shows the prompts of a tutorial, each with a copy button of its own; with `values`, their fields are filled and marked. */
export const PromptBlocks = ({ html, values, onCopied }: { html: string; values: FieldValues; onCopied: () => void }) => (
  <CopyableBlocks html={markFields(html, values)} className="prompt-text" label="Copy prompt" subject="the content" onCopied={onCopied} />
)

export const CodeHtml = ({ html }: { html: string }) => <ContentHtml html={html} className="prompt-code" />

/** The code sample of a tutorial. Several pieces of code have a copy button each. Below a prompt it has a heading of its own. */
export function CodeSample({ html, belowPrompt }: { html: string; belowPrompt: boolean }) {
  const sample = useRef<HTMLDivElement>(null)
  const blocks = codeBlocksOf(html)
  const code = () => sample.current?.querySelector<HTMLElement>('.prompt-code pre, .prompt-code') ?? null
  return (
    <div ref={sample} className={cx(belowPrompt && 'border-t border-dashed border-rule-strong')}>
      {belowPrompt && (
        <div translate="yes" className="flex items-center gap-2 py-2 pr-3 pl-4 sm:pl-6">
          <h4 className="flex-1 font-text text-sm font-semibold tracking-normal text-muted">Code sample</h4>
          {blocks.length < 2 && (
            <CopyButton variant="ghost" text={() => blocks[0] ?? htmlToText(html)} source={code} subject="the code">
              Copy code
            </CopyButton>
          )}
        </div>
      )}
      {blocks.length < 2 ? (
        <CodeHtml html={html} />
      ) : (
        <CopyableBlocks html={html} className="prompt-code" label="Copy code" subject="the code" />
      )}
    </div>
  )
}

/** Returns the text of each code block of HTML, without the text around it. */
const codeBlocksOf = (html: string): string[] => blocksOf(html).map(htmlToText)

type CopyableBlocksProps = { html: string; className: string; label: string; subject: 'the content' | 'the code'; onCopied?: () => void }

/** Content with a button above each code block that copies the block alone: no heading, and no sentence about where it goes. */
function CopyableBlocks({ html, className, label, subject, onCopied }: CopyableBlocksProps) {
  const root = useRef<HTMLDivElement>(null)
  const [anchors, setAnchors] = useState<{ above: HTMLElement; block: HTMLElement }[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML means new code blocks
  useLayoutEffect(() => {
    const found = [...(root.current?.querySelectorAll<HTMLElement>('pre') ?? [])].map((block) => {
      const above = document.createElement('div')
      above.className = 'copy-one select-none'
      above.translate = true
      block.before(above)
      return { above, block }
    })
    setAnchors(found)
    return () => {
      for (const { above } of found) above.remove()
    }
  }, [html])
  const texts = codeBlocksOf(html)
  return (
    <div ref={root}>
      <ContentHtml html={html} className={className} />
      {anchors.map(({ above, block }, index) =>
        createPortal(
          <CopyButton variant="ghost" text={texts[index] ?? ''} source={() => block} subject={subject} onCopied={onCopied}>
            {label}
            {anchors.length > 1 && <span className="sr-only"> {index + 1}</span>}
          </CopyButton>,
          above,
          String(index),
        ),
      )}
    </div>
  )
}
