import { htmlToText } from './html-to-text.ts'
import { type HtmlElement, parseHtml, textOfNode } from './html-tree.ts'
import { templateFields } from './prompt-template.ts'

/** A prompt or a code example in a part of a resource. */
export type PromptSection = {
  /** The author's heading; null without one. */
  title: string | null
  /** The key of the section in its part: the title, with a number if an earlier section has the same one; empty without a title. */
  key: string
  html: string
  /** HTML that the copy button copies: for a section with a heading, its code blocks without the explanations. */
  copyHtml: string
}

type Section = { title: string | null; start: number; end: number }

/**
 * Splits a part of a resource at its main headings, so that users can copy each prompt. `intro` is the text before the first heading. Does not
 * split a part in which a heading is not followed by a code block.
 */
export function splitSections(html: string): { intro: string; sections: PromptSection[] } {
  const [lead, ...headedSections] = splitAtHeadings(html)
  const htmlOf = ({ start, end }: Section) => html.slice(start, end)
  const hasBlock = (section: Section) => /<pre\b/i.test(htmlOf(section))
  const isUndivided = headedSections.length === 0 || !headedSections.every(hasBlock) || hasBlock(lead)
  if (isUndivided) return { intro: '', sections: [{ title: null, key: '', html, copyHtml: html }] }
  const keys = new Set<string>()
  const sections = headedSections.map((section) => {
    const key = uniqueKey(section.title ?? '', keys)
    keys.add(key)
    return { title: section.title, key, html: htmlOf(section), copyHtml: blocksOf(htmlOf(section)).join('') }
  })
  return { intro: htmlOf(lead).trim(), sections }
}

/** The longest title that a key has in full, in UTF-16 code units. */
const MAX_KEY_LENGTH = 150
/** Matches the first half of a surrogate pair, which a cut can leave at the end. */
const HALF_CHARACTER = /[\ud800-\udbff]$/

function uniqueKey(title: string, taken: ReadonlySet<string>): string {
  const line = title.slice(0, MAX_KEY_LENGTH).replace(HALF_CHARACTER, '')
  let key = line
  for (let number = 2; taken.has(key); number++) key = `${line} (${number})`
  return key
}

/** Returns the content before the first heading of the highest level, then one section for each such heading. */
function splitAtHeadings(html: string): [Section, ...Section[]] {
  const elements = parseHtml(html).filter((node) => typeof node !== 'string')
  const highest = elements
    .map(({ name }) => name)
    .filter((name) => /^h[1-6]$/.test(name))
    .toSorted()[0]
  const headings = elements.filter(({ name }) => name === highest)
  const starts = [...headings.map(({ start }) => start), html.length]
  const lead: Section = { title: null, start: 0, end: starts[0] ?? html.length }
  return [
    lead,
    ...headings.map((heading, index) => ({
      title: textOfNode(heading).replace(/\s+/g, ' ').trim() || null,
      start: heading.end,
      end: starts[index + 1] ?? html.length,
    })),
  ]
}

/** Returns the code blocks of HTML without the sentences around them. */
export const blocksOf = (html: string): string[] => {
  const found: HtmlElement[] = []
  const find = (nodes: ReturnType<typeof parseHtml>) => {
    for (const node of nodes) {
      if (typeof node === 'string') continue
      if (node.name === 'pre') found.push(node)
      else find(node.children)
    }
  }
  find(parseHtml(html))
  return found.map(({ start, end }) => html.slice(start, end))
}

/**
 * Returns the prompts of a tutorial without the author's remark for the reader, such as "Not yet tried on a tool.": a last paragraph that is
 * all emphasized.
 */
export function withoutRemark(html: string): string {
  const last = parseHtml(html).findLast((node) => typeof node !== 'string' || node.trim() !== '')
  if (typeof last !== 'object' || last.name !== 'p') return html
  const isRemark = last.children.every((child) => typeof child === 'object' && (child.name === 'em' || child.name === 'i'))
  return isRemark ? html.slice(0, last.start) : html
}

/** Returns the HTML of a prompt with literal braces for `\{{`. A prompt with fields is a template and stays unchanged. */
export function unescapePrompt(html: string): string {
  if (!html.includes('\\{{') || templateFields(htmlToText(html)).length > 0) return html
  return html.replace(/(<[^<>]*>)|\\\{\{/g, (_, tag: string | undefined) => tag ?? '{{')
}
