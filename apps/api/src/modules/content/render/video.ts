import { cleanText, escapeHtml } from './escape.ts'
import type { CopiedVideo } from './render-context.ts'

const youtubeId = /^(?!videoseries$)[A-Za-z0-9_-]{6,20}$/

/** Returns the seconds of a start time: “90”, “90s” or “1m30s”; 0 for other texts. */
function startSeconds(time: string): number {
  const [, hours = 0, minutes = 0, seconds = 0] = /^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6})s?)?$/.exec(time) ?? []
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
}

function youtube(url: URL): string | undefined {
  const [first = '', second = ''] = url.pathname.split('/').slice(1)
  const id = url.hostname === 'youtu.be' ? first : first === 'watch' ? (url.searchParams.get('v') ?? '') : second
  const isVideoPath = url.hostname === 'youtu.be' || ['watch', 'embed', 'shorts', 'live'].includes(first)
  if (!isVideoPath || !youtubeId.test(id)) return undefined
  const start = startSeconds(url.searchParams.get('start') ?? url.searchParams.get('t') ?? '')
  return `https://www.youtube-nocookie.com/embed/${id}?rel=0${start > 0 ? `&start=${start}` : ''}`
}

function vimeo(url: URL): string | undefined {
  const [, id = '', inPath] = /^\/(?:video\/)?(\d{1,15})(?:\/([0-9a-f]{6,40}))?\/?$/.exec(url.pathname) ?? []
  const key = inPath ?? /^[0-9a-f]{6,40}$/.exec(url.searchParams.get('h') ?? '')?.[0]
  if (!id) return undefined
  return `https://player.vimeo.com/video/${id}?dnt=1${key ? `&h=${key}` : ''}`
}

function loom(url: URL): string | undefined {
  const [, id] = /^\/(?:share|embed)\/(?:[A-Za-z0-9-]*-)?([0-9a-f]{32})\/?$/.exec(url.pathname) ?? []
  return id ? `https://www.loom.com/embed/${id}` : undefined
}

function mux(url: URL): string | undefined {
  const [, id] = /^\/([A-Za-z0-9]{10,80})(?:\.m3u8)?$/.exec(url.pathname) ?? []
  return id ? `https://player.mux.com/${id}` : undefined
}

const players: Record<string, (url: URL) => string | undefined> = {
  'youtube.com': youtube,
  'www.youtube.com': youtube,
  'm.youtube.com': youtube,
  'youtu.be': youtube,
  'www.youtube-nocookie.com': youtube,
  'vimeo.com': vimeo,
  'www.vimeo.com': vimeo,
  'player.vimeo.com': vimeo,
  'loom.com': loom,
  'www.loom.com': loom,
  'player.mux.com': mux,
  'stream.mux.com': mux,
}

/**
 * Returns the player's URL for a video page of an allowed host, built from the video's id alone, so that nothing else of the author's URL is
 * used; undefined for other URLs.
 */
export function playerUrl(href: string): string | undefined {
  const url = URL.parse(cleanText(href).trim())
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.port !== '') return undefined
  return Object.hasOwn(players, url.hostname) ? players[url.hostname]?.(url) : undefined
}

/** Renders a player in a 16:9 box. The sandbox lets it play, but not navigate the page. */
export function videoFrame(player: string, title: string): string {
  return (
    `<div class="video-frame"><iframe src="${escapeHtml(player)}" title="${escapeHtml(title)}" loading="lazy"` +
    ` allow="accelerometer; autoplay; encrypted-media; fullscreen; gyroscope; picture-in-picture"` +
    ` sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"` +
    ` referrerpolicy="strict-origin-when-cross-origin"></iframe></div>`
  )
}

/**
 * Renders a copied video with captions and chapters. `crossorigin`, because browsers otherwise load no captions from an API on another origin.
 * Preloads only enough for the first frame and the duration.
 */
export function copiedVideo({ src, captions, chapters, poster }: CopiedVideo): string {
  const track = (url: string | undefined, attributes: string) => (url === undefined ? '' : `<track src="${escapeHtml(url)}" ${attributes}>`)
  const tracks = track(captions, 'kind="captions" srclang="en" label="English" default') + track(chapters, 'kind="chapters" srclang="en"')
  const picture = poster === undefined ? '' : ` poster="${escapeHtml(poster)}"`
  return `<div class="video-frame"><video src="${escapeHtml(src)}"${picture} controls playsinline preload="metadata" crossorigin="anonymous">${tracks}</video></div>`
}
