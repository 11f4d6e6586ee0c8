import type { RichTextItemResponse } from '@notionhq/client'
import { cleanText, escapeHtml } from './escape.ts'
import { linkTo } from './links.ts'

/** The text alone, exactly as written, line ends as `\n`. */
export function plainText(items: RichTextItemResponse[]): string {
  return cleanText(items.map((item) => item.plain_text).join(''))
}

/** A class for every colour but the default one; the web app decides what it looks like. */
export function colourClass(colour: string | undefined): string {
  return colour && colour !== 'default' && /^[a-z_]+$/.test(colour) ? `notion-${colour.replace('_', '-')}` : ''
}

/** Where a run of text leads; links inside Notion lead nowhere for a learner. */
function hrefOf(item: RichTextItemResponse): string | null {
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

function marked(item: RichTextItemResponse): string {
  const text = item.type === 'equation' ? item.equation.expression : item.plain_text
  let html = escapeHtml(text).replaceAll('\n', '<br>')
  const { bold, italic, strikethrough, underline, code, color } = item.annotations
  if (code || item.type === 'equation') html = `<code${item.type === 'equation' ? ' class="equation"' : ''}>${html}</code>`
  if (bold) html = `<strong>${html}</strong>`
  if (italic) html = `<em>${html}</em>`
  if (strikethrough) html = `<s>${html}</s>`
  if (underline) html = `<u>${html}</u>`
  const colour = colourClass(color)
  return colour ? `<span class="${colour}">${html}</span>` : html
}

/** Rich text as HTML. Neighbouring runs with one address become one link, so that a half-bold link is read out once. */
export function renderRichText(items: RichTextItemResponse[], siteOrigin: string): string {
  const runs: { href: string | null; html: string }[] = []
  for (const item of items) {
    const href = hrefOf(item)
    const last = runs.at(-1)
    if (last && last.href === href) last.html += marked(item)
    else runs.push({ href, html: marked(item) })
  }
  return runs.map(({ href, html }) => (href === null ? html : linkTo(href, html, siteOrigin))).join('')
}
