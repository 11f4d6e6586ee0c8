import { cleanText, escapeHtml } from './escape.ts'
import type { RenderContext } from './render-context.ts'

const allowedProtocols = new Set(['http:', 'https:', 'mailto:'])

/** Returns the normalized URL of a link, or undefined for a scheme other than http, https and mailto. */
export function safeUrl(href: string | null | undefined): URL | undefined {
  const url = URL.parse(cleanText(href ?? '').trim())
  return url && allowedProtocols.has(url.protocol) ? url : undefined
}

/** Returns whether a URL leads into a Notion workspace. Published pages of Notion are at `notion.site`. */
export function isPrivateInNotion(href: string): boolean {
  const text = cleanText(href).trim()
  if (/^\/(?!\/)/.test(text)) return true
  return /^(?:(?:www|app)\.)?notion\.(?:so|com)$/.test(URL.parse(text)?.hostname ?? '')
}

/** Returns a link around `inner`, which is HTML; only `inner`, with a warning for the author, for a URL that leads nowhere. */
export function linkTo(href: string, inner: string, { siteOrigin, warn }: RenderContext): string {
  const url = safeUrl(href)
  if (!url) {
    if (!isPrivateInNotion(href))
      warn(
        'link_dropped',
        `The link to “${href.slice(0, 80)}” is shown without its address. Write a whole address, which begins with https://, http:// or mailto:.`,
      )
    return inner
  }
  const stays = url.protocol === 'mailto:' || url.origin === siteOrigin
  return `<a href="${escapeHtml(url.href)}"${stays ? '' : ' target="_blank" rel="noopener noreferrer nofollow"'}>${inner}</a>`
}
