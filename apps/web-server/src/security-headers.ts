import { createHash } from 'node:crypto'
import { FRAME_HOSTS } from '@academy/contract/video-hosts'
import type { WebSettings } from './settled-page.ts'

/** The hashes of the inline scripts of a page, as a content security policy names them. */
function inlineScriptHashes(page: string): string[] {
  const scripts = page.matchAll(/<script(?![^>]*\b(?:src=|type="application\/json"))[^>]*>([\s\S]*?)<\/script>/g)
  return [...scripts].map(([, source = '']) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`)
}

/** The two addresses to which events and recordings are delivered; on our own origin they need no mention. */
function analyticsDoors({ VITE_AMPLITUDE_URL: url = '' }: WebSettings): string[] {
  if (url.startsWith('/')) return []
  if (url === '') return ['https://api.eu.amplitude.com/2/httpapi', 'https://api-sr.eu.amplitude.com/sessions/v2/track']
  return ['/2/httpapi', '/sessions/v2/track'].map((path) => url.replace(/\/+$/, '') + path)
}

/** Other origins that the page calls, as the settings name them; a path alone is on our own. */
function calledOrigins({ VITE_API_URL, VITE_AUTH_URL, VITE_GEO_URL }: WebSettings): string[] {
  const origins = [VITE_API_URL, VITE_AUTH_URL, VITE_GEO_URL].flatMap((url) => URL.parse(url ?? '')?.origin ?? [])
  return [...new Set(origins)]
}

const YEAR = 365 * 24 * 60 * 60

/**
 * Headers for every page of the web app: the one list of them. Scripts only from our own origin, or by hash; no frame may hold us; which
 * other hosts may be called follows from the settings (a separate API or auth host, and where analytics delivers to).
 */
export function pageHeaders(page: string, settings: WebSettings): Record<string, string> {
  const called = calledOrigins(settings)
  // Pictures and videos of the content come from the API.
  const api = called.filter((origin) => origin === URL.parse(settings.VITE_API_URL ?? '')?.origin)
  const policy = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inlineScriptHashes(page)],
    // Style attributes alone: session replay compares them by writing them to an element that is not in the page.
    'style-src': ["'self'", "'unsafe-inline'"],
    'style-src-elem': ["'self'"],
    'img-src': ["'self'", 'data:', ...api],
    'media-src': ["'self'", ...api],
    'connect-src': ["'self'", ...called, ...analyticsDoors(settings)],
    'frame-src': FRAME_HOSTS.map((host) => `https://${host}`),
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, values]) => `${name} ${values.join(' ')}`)
      .join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    // From the first visit on; an academy that is reached without encryption (this machine) says nothing.
    ...(settings.VITE_WEB_ORIGIN?.startsWith('https:') && { 'strict-transport-security': `max-age=${YEAR}` }),
  }
}
