import type { RichTextItemResponse } from '@notionhq/client'
import { escapeHtml } from './escape.ts'
import { linkTo, safeUrl } from './links.ts'
import type { RenderContext } from './render-context.ts'
import { plainText, renderRichText } from './rich-text.ts'
import { copiedVideo, playerUrl, videoElement, videoFileUrl, videoFrame } from './video.ts'

/** A file in Notion: linked from elsewhere, or uploaded (then its address dies within the hour). */
export type MediaFile = { caption: RichTextItemResponse[] } & (
  | { type: 'external'; external: { url: string } }
  | { type: 'file'; file: { url: string } }
)

export const mediaUrl = (media: MediaFile): string => (media.type === 'external' ? media.external.url : media.file.url)

const figure = (inner: string, caption: RichTextItemResponse[], siteOrigin: string): string => {
  const text = renderRichText(caption, siteOrigin)
  return `<figure>${inner}${text ? `<figcaption>${text}</figcaption>` : ''}</figure>`
}

/** A link on its own line, named by its caption or by where it leads. */
export function linkLine(address: string, caption: RichTextItemResponse[], ctx: RenderContext): string {
  const url = safeUrl(address)
  const name = plainText(caption).trim() || (url ? `${url.host}${url.pathname === '/' ? '' : url.pathname}` : '')
  return name ? `<p>${linkTo(address, escapeHtml(name), ctx.siteOrigin)}</p>` : ''
}

/** A bookmark, embed or video: a player if its host is allowed, a video element for a file, a link for all others (D-50). */
export function renderEmbed(address: string, caption: RichTextItemResponse[], ctx: RenderContext): string {
  const title = plainText(caption).trim() || 'Video'
  const player = playerUrl(address)
  if (player) return figure(videoFrame(player, title), caption, ctx.siteOrigin)
  const file = videoFileUrl(address)
  if (file) return figure(videoElement(file), caption, ctx.siteOrigin)
  return linkLine(address, caption, ctx)
}

export function renderImage(blockId: string, media: MediaFile, ctx: RenderContext): string {
  const src = ctx.imageOf(blockId)
  if (!src) return ''
  const alt = plainText(media.caption).trim()
  return figure(`<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" loading="lazy" decoding="async">`, media.caption, ctx.siteOrigin)
}

/** Audio, PDF and other files: a link to where they live; an upload is left out, as its address in Notion dies within the hour. */
export function renderFile(blockId: string, kind: string, media: MediaFile, name: string, ctx: RenderContext): string {
  if (media.type === 'file') {
    ctx.warn(
      'upload_not_copied',
      `An uploaded ${kind} is left out: only pictures and videos are copied. Link to a place that keeps it.`,
      blockId,
    )
    return ''
  }
  const caption = plainText(media.caption).trim() || name
  return caption ? `<p>${linkTo(mediaUrl(media), escapeHtml(caption), ctx.siteOrigin)}</p>` : linkLine(mediaUrl(media), media.caption, ctx)
}

export function renderVideo(blockId: string, media: MediaFile, ctx: RenderContext): string {
  if (media.type !== 'file') return renderEmbed(mediaUrl(media), media.caption, ctx)
  const copy = ctx.videoOf(blockId)
  return copy ? figure(copiedVideo(copy), media.caption, ctx.siteOrigin) : ''
}
