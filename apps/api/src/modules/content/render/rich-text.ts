import type { RichTextItemResponse } from '@notionhq/client'
import { formatDate } from './dates.ts'
import { cleanText, escapeHtml } from './escape.ts'
import { isPrivateInNotion, linkTo } from './links.ts'
import { renderMath } from './math.ts'
import type { RenderContext } from './render-context.ts'

/** Replaces the names of staff. */
const STAFF = 'the team'

/** Returns the text of a run for learners, without names of staff. */
function textOfItem(item: RichTextItemResponse): string {
  if (item.type !== 'mention') return item.plain_text
  switch (item.mention.type) {
    case 'user':
      return STAFF
    case 'date':
      return formatDate(item.mention.date)
    default:
      return item.plain_text
  }
}

/** Returns the text alone, line ends as `\n`. */
export function plainText(items: RichTextItemResponse[]): string {
  return cleanText(items.map(textOfItem).join(''))
}

/** Returns the attribute that lets a browser set the direction of a text; '' for text without right-to-left letters. */
export function directionOf(...texts: RichTextItemResponse[][]): string {
  return texts.some((items) => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(plainText(items))) ? ' dir="auto"' : ''
}

/** Returns the class of a color, which the web app's CSS defines; '' for the default. */
export function colorClass(color: string | undefined): string {
  return color && color !== 'default' && /^[a-z_]+$/.test(color) ? `notion-${color.replace('_', '-')}` : ''
}

/** Returns the attribute with these classes; '' without any. */
export function classAttribute(...names: string[]): string {
  const present = names.filter(Boolean)
  return present.length ? ` class="${present.join(' ')}"` : ''
}

function linkOf(item: RichTextItemResponse): string | null {
  switch (item.type) {
    case 'text':
      return item.text.link?.url ?? null
    case 'equation':
      return null
    case 'mention':
      if (item.mention.type === 'link_mention') return item.mention.link_mention.href
      if (item.mention.type === 'link_preview') return item.mention.link_preview.url
      return null
  }
}

/** Returns the URL of a run. A link into Notion, which learners cannot open, becomes text with a warning for the author. */
function hrefOf(item: RichTextItemResponse, { warn }: RenderContext): string | null {
  const link = linkOf(item)
  const isMentioned = item.type === 'mention' && (item.mention.type === 'page' || item.mention.type === 'database')
  if (!isMentioned && (link === null || !isPrivateInNotion(link))) return link
  warn(
    'private_link',
    `“${textOfItem(item).slice(0, 80)}” leads to a page in Notion, which learners cannot open: only its text is shown. Link to the page of the academy instead.`,
  )
  return null
}

/** Matches MathML that draws a line, a box or a color by what the sanitizer removes: an element of MathML 3, or a style. */
const DRAWN_BY_STYLE = /<menclose\b|\bmathbackground=|\bstyle="[^"]*\b(?:border|color)/

/** Renders an equation as MathML. An invalid one is shown as its source. */
export function renderEquation(expression: string, display: boolean, { warn }: RenderContext): string {
  const rendered = renderMath(cleanText(expression), display)
  if ('mathml' in rendered) {
    if (DRAWN_BY_STYLE.test(rendered.mathml))
      warn(
        'equation_simplified',
        `The equation “${expression.slice(0, 80)}” is shown without its lines, boxes and colors, such as those of \\overline, \\cancel, \\boxed and \\hline. Write it without them.`,
      )
    return rendered.mathml
  }
  warn('equation_invalid', `The equation “${expression.slice(0, 80)}” cannot be read, and is shown as you wrote it: ${rendered.problem}`)
  return `<code class="equation">${escapeHtml(expression)}</code>`
}

function textHtml(item: RichTextItemResponse, ctx: RenderContext): string {
  if (item.type === 'equation') return renderEquation(item.equation.expression, false, ctx)
  if (item.type === 'mention' && item.mention.type === 'user')
    ctx.warn(
      'staff_name',
      `“${item.plain_text.slice(0, 80)}” is shown as “${STAFF}”: names of the workspace are not published. Write the name as text to show it.`,
    )
  return escapeHtml(textOfItem(item)).replaceAll('\n', '<br>')
}

function marked(item: RichTextItemResponse, ctx: RenderContext): string {
  let html = textHtml(item, ctx)
  const { bold, italic, strikethrough, underline, code, color } = item.annotations
  if (code && item.type !== 'equation') html = `<code>${html}</code>`
  if (bold) html = `<strong>${html}</strong>`
  if (italic) html = `<em>${html}</em>`
  if (strikethrough) html = `<s>${html}</s>`
  if (underline) html = `<u>${html}</u>`
  const className = colorClass(color)
  return className ? `<span class="${className}">${html}</span>` : html
}

/** Renders rich text as HTML. Adjacent runs with the same URL become one link, so that a screen reader reads it once. */
export function renderRichText(items: RichTextItemResponse[], ctx: RenderContext): string {
  const runs: { href: string | null; html: string }[] = []
  for (const item of items) {
    const href = hrefOf(item, ctx)
    const last = runs.at(-1)
    if (last && last.href === href) last.html += marked(item, ctx)
    else runs.push({ href, html: marked(item, ctx) })
  }
  return runs.map(({ href, html }) => (href === null ? html : linkTo(href, html, ctx))).join('')
}

/** Returns the rich text of a block of any type, also of an unknown one. */
export function richTextIn(block: object, type: string): RichTextItemResponse[] {
  const value: unknown = Reflect.get(block, type)
  const text: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'rich_text') : undefined
  return Array.isArray(text) ? text.filter((item) => typeof item?.plain_text === 'string') : []
}
