import { htmlToText } from '@academy/contract/html-to-text'
import { blocksOf } from '@academy/contract/prompt-sections'
import { useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { ContentHtml } from './content-html.tsx'
import { CopyButton } from './copy-button.tsx'

/** Returns the text of each code block of HTML, without the text around it. */
export const codeBlocksOf = (html: string): string[] => blocksOf(html).map(htmlToText)

type CopyableBlocksProps = { html: string; className: string; label: string; subject: 'the content' | 'the code'; onCopied?: () => void }

/** Content with a button above each code block that copies the block alone: no heading, and no sentence about where it goes. */
export function CopyableBlocks({ html, className, label, subject, onCopied }: CopyableBlocksProps) {
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
