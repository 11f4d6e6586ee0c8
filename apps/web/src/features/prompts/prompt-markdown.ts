import type { PromptOrigin } from '@academy/contract'

/** A prompt in a Markdown file. */
export type MarkdownPrompt = {
  title: string
  description: string
  content: string
  code: string | null
  tags: string[]
  favourite: boolean
  /** Null for a prompt that was not saved from one of the academy. */
  origin: PromptOrigin | null
}

/** Writes prompts as Markdown: front matter with JSON values, which are YAML as well, and the texts in code blocks. */
export const promptsToMarkdown = (prompts: readonly MarkdownPrompt[]): string => prompts.map(toMarkdown).join('\n')

function toMarkdown({ title, description, content, code, tags, favourite, origin }: MarkdownPrompt): string {
  const frontMatter = { title, description, ...(tags.length > 0 && { tags }), ...(favourite && { favourite }), ...(origin && { origin }) }
  const lines = Object.entries(frontMatter).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  return ['---', ...lines, '---', '', codeBlock('prompt', content), ...(code === null ? [] : ['', codeBlock('code', code)]), ''].join('\n')
}

/** A fence that is longer than each one in the text cannot end before the text does. */
function codeBlock(kind: 'prompt' | 'code', text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${kind}\n${text}\n${fence}`
}
