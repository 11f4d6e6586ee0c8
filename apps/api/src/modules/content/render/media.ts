import type { RichTextItemResponse } from '@notionhq/client'
import { escapeHtml } from './escape.ts'
import { titleOfLink } from './linked-sites.ts'
import { isPrivateInNotion, linkTo, safeUrl } from './links.ts'
import type { RenderContext } from './render-context.ts'
import { directionOf, plainText, renderRichText } from './rich-text.ts'
import { copiedVideo, playerUrl, videoFrame } from './video.ts'

/** A file in Notion: an external link, or an upload whose URL expires within an hour. */
export type MediaFile = { caption: RichTextItemResponse[] } & (
  | { type: 'external'; external: { url: string } }
  | { type: 'file'; file: { url: string } }
)

export const mediaUrl = (media: MediaFile): string => (media.type === 'external' ? media.external.url : media.file.url)

const figure = (inner: string, caption: RichTextItemResponse[], ctx: RenderContext): string => {
  const text = renderRichText(caption, ctx)
  return `<figure>${inner}${text ? `<figcaption${directionOf(caption)}>${text}</figcaption>` : ''}</figure>`
}

/** The placeholder of a file that could not be copied. Copying it has warned the author. */
const missing = (what: string, caption: RichTextItemResponse[], ctx: RenderContext): string =>
  figure(`<p class="missing-file">${what} is missing here.</p>`, caption, ctx)

/** Renders a link on its own line, with its caption, a description of its target, or its host. */
export function linkLine(href: string, caption: RichTextItemResponse[], ctx: RenderContext): string {
  const url = safeUrl(href)
  if (isPrivateInNotion(href))
    ctx.warn('private_link', 'A link leads to a page in Notion, which learners cannot open. Link to the page of the academy instead.')
  const name = plainText(caption).trim() || titleOfLink(href) || (url ? url.host + url.pathname.replace(/^\/$/, '') : '')
  const link = linkTo(href, escapeHtml(name), ctx)
  return name ? `<p>${link}</p>` : ''
}

/** Renders a bookmark, embed or video: a player for an allowed host, a link for all others, also for files, which we may not copy. */
export function renderEmbed(href: string, caption: RichTextItemResponse[], ctx: RenderContext): string {
  const title = plainText(caption).trim() || 'Video'
  const player = playerUrl(href)
  if (player) return figure(videoFrame(player, title), caption, ctx)
  return linkLine(href, caption, ctx)
}

/** Warns of an embed that becomes a link although its author may expect a player. */
export function warnOfLinkedEmbed(blockId: string, href: string, ctx: RenderContext): void {
  if (playerUrl(href) || titleOfLink(href)) return
  const host = safeUrl(href)?.host ?? 'an unknown site'
  ctx.warn(
    'embed_as_link',
    `An embed of ${host} is shown as a link: only videos of YouTube, Vimeo, Loom and Mux play on the page.`,
    blockId,
  )
}

export function renderImage(blockId: string, media: MediaFile, ctx: RenderContext): string {
  const picture = ctx.imageOf(blockId)
  if (!picture) return missing('A picture', media.caption, ctx)
  const alt = plainText(media.caption).trim()
  // Browsers keep the place of a picture that has not loaded.
  const size = picture.size ? ` width="${picture.size.width}" height="${picture.size.height}"` : ''
  return figure(
    `<img src="${escapeHtml(picture.src)}" alt="${escapeHtml(alt)}"${size} loading="lazy" decoding="async">`,
    media.caption,
    ctx,
  )
}

const sizes = ['bytes', 'kB', 'MB'] as const

/** Returns a number of bytes in words. */
export function sizeText(bytes: number): string {
  const step = Math.min(sizes.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const size = bytes / 1000 ** step
  return `${step === 0 || size >= 10 ? Math.round(size) : size.toFixed(1)} ${sizes[step]}`
}

/** Renders a copied upload: a player for a sound, a download for other types. */
function renderUpload(block: { id: string; type: 'audio' | 'pdf' | 'file' }, { caption }: MediaFile, ctx: RenderContext): string {
  const upload = ctx.uploadOf(block.id)
  if (!upload) return missing('A file', caption, ctx)
  const src = escapeHtml(upload.src)
  const name = escapeHtml(upload.name)
  if (block.type === 'audio') {
    const title = escapeHtml(plainText(caption).trim()) || name
    return figure(`<audio src="${src}" controls preload="metadata" aria-label="${title}"></audio>`, caption, ctx)
  }
  const text = renderRichText(caption, ctx)
  return `<p><a href="${src}" download="${name}">${name}</a> (${sizeText(upload.bytes)})${text ? `<br>${text}` : ''}</p>`
}

/** Renders a sound, PDF or other file: our copy of an upload, or a link to an external one with the text `name`. */
export function renderFile(
  block: { id: string; type: 'audio' | 'pdf' | 'file' },
  media: MediaFile,
  name: string,
  ctx: RenderContext,
): string {
  if (media.type === 'file') return renderUpload(block, media, ctx)
  const caption = plainText(media.caption).trim() || name
  return caption ? `<p>${linkTo(mediaUrl(media), escapeHtml(caption), ctx)}</p>` : linkLine(mediaUrl(media), media.caption, ctx)
}

export function renderVideo(blockId: string, media: MediaFile, ctx: RenderContext): string {
  if (media.type !== 'file') {
    warnOfLinkedEmbed(blockId, mediaUrl(media), ctx)
    return renderEmbed(mediaUrl(media), media.caption, ctx)
  }
  const copy = ctx.videoOf(blockId)
  return copy ? figure(copiedVideo(copy), media.caption, ctx) : missing('A video', media.caption, ctx)
}
