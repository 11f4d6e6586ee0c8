import { cleanText, escapeHtml } from './escape.ts'

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

/** Returns a link around `inner`, which is HTML; only `inner` for an invalid URL. */
export function linkTo(href: string | null | undefined, inner: string, siteOrigin: string): string {
  const url = safeUrl(href)
  if (!url) return inner
  const stays = url.protocol === 'mailto:' || url.origin === siteOrigin
  return `<a href="${escapeHtml(url.href)}"${stays ? '' : ' target="_blank" rel="noopener noreferrer nofollow"'}>${inner}</a>`
}
