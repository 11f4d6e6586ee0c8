import { htmlToText } from '@academy/contract/html-to-text'
import { blocksOf, type PromptSection, splitSections, unescapePrompt } from '@academy/contract/prompt-sections'
import { useRef } from 'react'
import { recordCopy } from '../../account/record-copy.ts'
import { SaveToMyPrompts } from '../../account/save-to-my-prompts.tsx'
import { CodeHtml, PromptHtml } from '../../ui/content-code.tsx'
import { ContentHtml } from '../../ui/content-html.tsx'
import { CopyBlock } from '../../ui/copy-block.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FillInBlock } from '../../ui/fill-in-block.tsx'
import { pluralize } from '../../ui/pluralize.ts'

const kindTexts = {
  prompt: { untitled: 'Prompt', copy: 'Copy', subject: 'the content' },
  'code example': { untitled: 'Code example', copy: 'Copy code', subject: 'the code' },
} as const

type CopyBlocksProps = {
  html: string
  kind: keyof typeof kindTexts
  /** Id of the resource whose prompts the user can save; without it there is no save button. */
  resourceId?: string
}

/** Shows the prompts or code examples of a resource in blocks. The user copies them one by one or all at once. */
export function CopyBlocks({ html, kind, resourceId }: CopyBlocksProps) {
  const { intro, sections } = splitSections(html)
  const { untitled, copy, subject } = kindTexts[kind]
  const container = useRef<HTMLDivElement>(null)
  const onCopied = resourceId === undefined ? undefined : () => recordCopy({ kind: 'library', id: resourceId })
  return (
    <div ref={container} className="flex flex-col gap-6">
      {intro && <ContentHtml html={intro} />}
      {sections.length > 1 && (
        <div className="-my-2 flex items-center justify-between gap-4">
          <p className="text-sm text-muted tabular-nums">{pluralize(sections.length, kind)}</p>
          <CopyButton
            text={() => htmlToText(kind === 'prompt' ? unescapePrompt(html) : html)}
            source={() => container.current}
            subject={subject}
            onCopied={onCopied}
            className="min-w-27"
          >
            Copy All
          </CopyButton>
        </div>
      )}
      {sections.map((section) => {
        const title = section.title ?? untitled
        const actions = resourceId !== undefined && (
          <SaveToMyPrompts title={title} source={{ kind: 'library', id: resourceId, prompt: section.key }} />
        )
        return kind === 'prompt' && !isAllCode(section) ? (
          <FillInBlock
            key={section.key}
            title={title}
            actions={actions}
            prompt={htmlToText(section.copyHtml)}
            copyLabel={copy}
            onCopied={onCopied}
          >
            {(values) => <PromptHtml html={section.html} values={values} />}
          </FillInBlock>
        ) : (
          <CopyBlock
            key={section.key}
            title={title}
            actions={actions}
            copy={{ label: copy, subject, onCopied, text: () => htmlToText(section.copyHtml) }}
          >
            {isAllCode(section) ? <CodeHtml html={section.html} /> : <PromptHtml html={section.html} />}
          </CopyBlock>
        )
      })}
    </div>
  )
}

/** Returns whether a section is only code in a programming language. A code block that is marked as plain text is a prompt. */
function isAllCode({ html }: PromptSection): boolean {
  const code = blocksOf(html).join('')
  const hasOnlyBlocks = code.replaceAll(/\s/g, '') === html.replaceAll(/\s/g, '')
  return code !== '' && hasOnlyBlocks && !/<pre\b[^>]*data-language="(?:text|plain)/.test(code)
}
