import { cleanText, escapeHtml } from './escape.ts'

const youtubeId = /^[A-Za-z0-9_-]{6,20}$/

function youtube(url: URL): string | undefined {
  const [first = '', second = ''] = url.pathname.split('/').slice(1)
  const id = url.hostname === 'youtu.be' ? first : first === 'watch' ? (url.searchParams.get('v') ?? '') : second
  const known = url.hostname === 'youtu.be' || ['watch', 'embed', 'shorts', 'live'].includes(first)
  if (!known || !youtubeId.test(id)) return undefined
  const start = Number.parseInt(url.searchParams.get('start') ?? url.searchParams.get('t') ?? '', 10)
  return `https://www.youtube-nocookie.com/embed/${id}?rel=0${start > 0 ? `&start=${start}` : ''}`
}

function vimeo(url: URL): string | undefined {
  const [, id = '', inPath] = /^\/(?:video\/)?(\d{1,15})(?:\/([0-9a-f]{6,40}))?\/?$/.exec(url.pathname) ?? []
  const key = inPath ?? /^[0-9a-f]{6,40}$/.exec(url.searchParams.get('h') ?? '')?.[0]
  return id ? `https://player.vimeo.com/video/${id}?dnt=1${key ? `&h=${key}` : ''}` : undefined
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
 * The player's address for a video page of an allowed host, built anew from the video's id: nothing of what an author typed
 * is passed on. Undefined for any other address.
 */
export function playerUrl(address: string): string | undefined {
  const url = URL.parse(cleanText(address).trim())
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.port !== '') return undefined
  return Object.hasOwn(players, url.hostname) ? players[url.hostname]?.(url) : undefined
}

/** A player that fills its 16:9 box (COURSE-17). The sandbox lets it play, but never lead our page elsewhere. */
export function videoFrame(player: string, title: string): string {
  return (
    `<div class="video-frame"><iframe src="${escapeHtml(player)}" title="${escapeHtml(title)}" loading="lazy"` +
    ` allow="accelerometer; autoplay; encrypted-media; fullscreen; gyroscope; picture-in-picture"` +
    ` sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"` +
    ` referrerpolicy="strict-origin-when-cross-origin"></iframe></div>`
  )
}

/**
 * A video that the mirror copied, with its captions. Asked for across origins, as browsers load captions only so where the API stands
 * apart from the web app. Only enough of it is loaded to show its first frame and its length.
 */
export function copiedVideo({ src, captions }: { src: string; captions: string | undefined }): string {
  const track = captions === undefined ? '' : `<track src="${escapeHtml(captions)}" kind="captions" srclang="en" label="English" default>`
  return `<div class="video-frame"><video src="${escapeHtml(src)}" controls playsinline preload="metadata" crossorigin="anonymous">${track}</video></div>`
}
