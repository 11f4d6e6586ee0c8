import { createHash } from 'node:crypto'
import { FRAME_HOSTS } from '@academy/contract'

/** The hashes of the inline scripts of a page, as a content security policy names them. */
function inlineScriptHashes(page: string): string[] {
  const scripts = page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)
  return [...scripts].map(([, source = '']) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`)
}

/** The two addresses to which events and recordings are delivered; on our own origin they need no mention. */
function analyticsDoors(url: string): string[] {
  if (url.startsWith('/')) return []
  if (url === '') return ['https://api.eu.amplitude.com/2/httpapi', 'https://api-sr.eu.amplitude.com/sessions/v2/track']
  return ['/2/httpapi', '/sessions/v2/track'].map((path) => url.replace(/\/+$/, '') + path)
}

/**
 * Headers for every page of the web app. Scripts only from our own origin, or by hash; no frame may hold us;
 * `connect` names further origins the page may call (a separate API or auth host); `analytics` is VITE_AMPLITUDE_URL.
 */
export function pageHeaders(page: string, { connect, analytics }: { connect: string[]; analytics: string }): Record<string, string> {
  const policy = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inlineScriptHashes(page)],
    // The toasts bring a style element of their own; a style cannot run anything.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', ...connect],
    'media-src': ["'self'", ...connect],
    'connect-src': ["'self'", ...connect, ...analyticsDoors(analytics)],
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
  }
}
