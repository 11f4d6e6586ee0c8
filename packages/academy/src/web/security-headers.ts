import { createHash } from 'node:crypto'

/** Hosts whose players may be embedded; the content mirror lets no other frame through. */
const videoHosts = ['https://player.vimeo.com', 'https://www.youtube-nocookie.com', 'https://www.loom.com', 'https://player.mux.com']

/** The hashes of the inline scripts of a page, as a content security policy names them. */
function inlineScriptHashes(page: string): string[] {
  const scripts = page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)
  return [...scripts].map(([, source = '']) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`)
}

/**
 * Headers for every page of the web app. Scripts only from our own origin, or by hash; no frame may hold us;
 * `connect` names further origins the page may call (a separate API or auth host).
 */
export function pageHeaders(page: string, connect: string[]): Record<string, string> {
  const policy = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inlineScriptHashes(page)],
    // Syntax colours arrive as style attributes; a style cannot run anything.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', ...connect],
    'media-src': ["'self'", ...connect],
    'connect-src': ["'self'", ...connect],
    'frame-src': videoHosts,
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
