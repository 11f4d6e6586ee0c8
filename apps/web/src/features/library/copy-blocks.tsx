import { useRef } from 'react'
import { CodeHtml, PromptHtml } from '../../ui/content-code.tsx'
import { ContentHtml } from '../../ui/content-html.tsx'
import { CopyBlock, copyErrorToast } from '../../ui/copy-block.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { htmlToText } from '../../ui/html-to-text.ts'
import { pluralize } from '../../ui/pluralize.ts'
import { type CopySection, splitSections } from './split-sections.ts'

const kinds = {
  prompt: { untitled: 'Prompt', copy: 'Copy', subject: 'the content' },
  'code example': { untitled: 'Code example', copy: 'Copy code', subject: 'the code' },
} as const

/** Shows the prompts or code examples of a resource in blocks, to copy one by one or all at once (D-58). */
export function CopyBlocks({ html, kind }: { html: string; kind: keyof typeof kinds }) {
  const { intro, sections } = splitSections(html)
  const { untitled, copy, subject } = kinds[kind]
  const all = useRef<HTMLDivElement>(null)
  return (
    <div ref={all} className="flex flex-col gap-6">
      {intro && <ContentHtml html={intro} />}
      {sections.length > 1 && (
        <div className="-my-2 flex items-center justify-between gap-4">
          <p className="text-sm text-muted tabular-nums">{pluralize(sections.length, kind)}</p>
          <CopyButton text={() => htmlToText(html)} source={() => all.current} onError={copyErrorToast(subject)} className="min-w-27">
            Copy All
          </CopyButton>
        </div>
      )}
      {sections.map((section, index) => (
        // Titles may repeat, so the index is the key.
        <CopyBlock key={index} title={section.title ?? untitled} copy={{ label: copy, subject, text: () => htmlToText(section.copyHtml) }}>
          {isAllCode(section) ? <CodeHtml html={section.html} /> : <PromptHtml html={section.html} />}
        </CopyBlock>
      ))}
    </div>
  )
}

/** Nothing but code in a language: it lies flush on its section. A prompt is prose, even where it stands in a code block. */
const isAllCode = ({ html }: CopySection): boolean => /^\s*(<pre\b[^>]*data-language="(?!text|plain)[\s\S]*?<\/pre>\s*)+$/.test(html)
