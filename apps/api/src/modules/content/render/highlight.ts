import type { HighlighterCore } from 'shiki/core'
import type { BundledLanguage } from 'shiki/langs'
import { type BlockNode, withDescendants } from './block-node.ts'
import { cleanText, escapeHtml } from './escape.ts'
import { plainText } from './rich-text.ts'

/** Renders code as highlighted HTML whose text content is exactly the (cleaned) source. */
export type Highlight = (code: string, language: string) => Promise<string>

/** Grammars by Notion's names of languages. Other languages are not highlighted. */
const grammars: Record<string, BundledLanguage> = {
  javascript: 'jsx',
  jsx: 'jsx',
  js: 'jsx',
  typescript: 'typescript',
  ts: 'typescript',
  tsx: 'tsx',
  json: 'json',
  bash: 'bash',
  shell: 'bash',
  sql: 'sql',
  html: 'html',
  markup: 'html',
  css: 'css',
  python: 'python',
  yaml: 'yaml',
  markdown: 'markdown',
  diff: 'diff',
  rust: 'rust',
  go: 'go',
  mermaid: 'mermaid',
}

/** The most characters that are highlighted. Longer code is not for reading. */
const MAX_HIGHLIGHTED_LENGTH = 60_000

const theme = 'academy'

/** Turns `var(--shiki-token-string-expression)` into the class `tok-string-expression`. The web app's CSS has the colors. */
function tokenClass(color: string | undefined, fontStyle: number | undefined): string {
  const word = /^var\(--shiki-token-([a-z-]+)\)$/.exec(color ?? '')?.[1]
  const style = fontStyle ?? 0
  return [word && `tok-${word}`, style & 1 && 'tok-italic', style & 2 && 'tok-bold', style & 4 && 'tok-underline'].filter(Boolean).join(' ')
}

/** Detects JSX by a closing tag, because Notion has no such language. */
const grammarOf = (language: string, code: string): BundledLanguage | undefined => {
  const grammar = Object.hasOwn(grammars, language) ? grammars[language] : undefined
  return grammar === 'typescript' && /<\/|\/>/.test(code) ? 'tsx' : grammar
}

function highlightCode(highlighter: HighlighterCore, code: string, lang: string): string {
  const { tokens } = highlighter.codeToTokens(code, {
    lang,
    theme,
    tokenizeMaxLineLength: 2_000,
    // No time limit: a busy machine would highlight the same code differently. The length is limited instead.
    tokenizeTimeLimit: 0,
  })
  return tokens.map((line) => line.map(({ content, color, fontStyle }) => token(content, tokenClass(color, fontStyle))).join('')).join('\n')
}

const token = (content: string, name: string): string =>
  name ? `<span class="${name}">${escapeHtml(content)}</span>` : escapeHtml(content)

let loaded: Promise<Highlight> | undefined

/**
 * Loads the highlighter once: 100 ms and 35 MB, only in an instance that syncs. Tokens get classes instead of style attributes, so that the
 * sanitizer can run last and the content security policy needs no inline styles.
 */
export function loadHighlighter(): Promise<Highlight> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<Highlight> {
  const [{ createCssVariablesTheme, createHighlighterCore }, { createJavaScriptRegexEngine }, { bundledLanguages }] = await Promise.all([
    import('shiki/core'),
    import('shiki/engine/javascript'),
    import('shiki/langs'),
  ])
  const highlighter = await createHighlighterCore({
    themes: [createCssVariablesTheme({ name: theme })],
    langs: [...new Set(Object.values(grammars))].map((name) => bundledLanguages[name]),
    engine: createJavaScriptRegexEngine(),
  })
  return async (source, language) => {
    const code = cleanText(source)
    const grammar = code.length > MAX_HIGHLIGHTED_LENGTH ? undefined : grammarOf(language, code)
    return grammar ? highlightCode(highlighter, code, grammar) : escapeHtml(code)
  }
}

/** Highlights every code block of a tree. Returns the HTML by block id. */
export async function highlightAll(nodes: BlockNode[], highlight: Highlight): Promise<Map<string, string>> {
  const html = new Map<string, string>()
  for (const { block } of withDescendants(nodes)) {
    if (block.type === 'code') html.set(block.id, await highlight(plainText(block.code.rich_text), block.code.language))
  }
  return html
}
