import { cleanText, escapeHtml } from './escape.ts'

const allowedProtocols = new Set(['http:', 'https:', 'mailto:'])

/** The address in its normal form if people may be sent there (http, https, mailto), else undefined. */
export function safeUrl(address: string | null | undefined): URL | undefined {
  const url = URL.parse(cleanText(address ?? '').trim())
  return url && allowedProtocols.has(url.protocol) ? url : undefined
}

/** Whether an address leads into a workspace of Notion. Pages that are published from there lie at addresses of `notion.site`. */
export function isPrivateInNotion(address: string): boolean {
  const text = cleanText(address).trim()
  if (/^\/(?!\/)/.test(text)) return true
  return /^(?:(?:www|app)\.)?notion\.(?:so|com)$/.test(URL.parse(text)?.hostname ?? '')
}

/** A link around `inner`, which is HTML already; only `inner` when the address is not one that people may be sent to. */
export function linkTo(address: string | null | undefined, inner: string, siteOrigin: string): string {
  const url = safeUrl(address)
  if (!url) return inner
  const stays = url.protocol === 'mailto:' || url.origin === siteOrigin
  return `<a href="${escapeHtml(url.href)}"${stays ? '' : ' target="_blank" rel="noopener noreferrer nofollow"'}>${inner}</a>`
}
