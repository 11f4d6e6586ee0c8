import { parseTemplate, templateFields } from '@academy/contract/prompt-template'
import { type BlockNode, withDescendants } from '../render/block-node.ts'
import type { RenderContext } from '../render/render-context.ts'
import { plainText, richTextIn } from '../render/rich-text.ts'

/** Returns the rest of a prompt from the first braces that are neither a field nor literal; undefined without any. */
function brokenBraces(prompt: string): string | undefined {
  const broken = parseTemplate(prompt).find(({ source, field }) => field === undefined && source !== '\\{{' && source.includes('{{'))
  return broken?.source.slice(broken.source.indexOf('{{')).split('\n')[0]
}

/** Warns of fields in the section "Prompt" that learners cannot fill in: outside of a code block, or not written as a field. */
export function warnOfFields(nodes: BlockNode[], { warn }: RenderContext): void {
  for (const { block } of withDescendants(nodes)) {
    if (block.type === 'code') {
      const broken = brokenBraces(plainText(block.code.rich_text))
      if (broken !== undefined)
        warn(
          'field_invalid',
          `“${broken.slice(0, 40)}” is no field. The name of a field has at most 60 letters, digits, spaces, “-” and “_”, as in {{product name}}. For literal braces write \\{{.`,
          block.id,
        )
      continue
    }
    // A name in inline code explains a field.
    const text = plainText(richTextIn(block, block.type).filter(({ annotations }) => !annotations.code))
    const [field] = templateFields(text)
    if (field !== undefined)
      warn(
        'field_outside_code',
        `The field {{${field}}} stands outside of a code block. Put the prompt into a code block: learners copy it alone and fill its fields in.`,
        block.id,
      )
  }
}
