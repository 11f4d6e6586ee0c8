import type { CheckpointContent } from '@academy/sample-content'
import { codeLanguage } from './code-language.ts'
import { plainText } from './inline-text.ts'
import type { Block } from './markdown-blocks.ts'

const extensionOf = (path: string): string => /\.(\w+)$/.exec(path)?.[1] ?? ''

/** Returns the section "Checks" of a session's page: one code block with YAML. */
export function checksBlocks(checks: string | null): Block[] {
  if (checks === null) return []
  const content = { rich_text: plainText(checks.trimEnd()), language: 'yaml' }
  return [
    { type: 'heading_2', content: { rich_text: plainText('Checks') }, children: [] },
    { type: 'code', content, children: [] },
  ]
}

/**
 * Returns the section "Checkpoint" of a session's page: a code block for each file, with the path as its caption. Leaves out the line break at
 * the end of a file, because Notion would show an empty line; the sync adds it again.
 */
export function checkpointBlocks(checkpoint: CheckpointContent | null): Block[] {
  if (checkpoint === null) return []
  const files = checkpoint.files.map(({ path, text }): Block => {
    const content = { rich_text: plainText(text.replace(/\n$/, '')), caption: plainText(path), language: codeLanguage(extensionOf(path)) }
    return { type: 'code', content, children: [] }
  })
  return [{ type: 'heading_2', content: { rich_text: plainText(`Checkpoint: ${checkpoint.project}`) }, children: [] }, ...files]
}
