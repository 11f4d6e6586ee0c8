import { createHash } from 'node:crypto'
import { FRAME_HOSTS } from '@academy/contract/video-hosts'
import type { WebSettings } from './page-settings.ts'

/** Returns the sources of the inline scripts of a page. Only for pages without content from the API: the policy allows all of these scripts. */
export const inlineScripts = (page: string): string[] =>
  [...page.matchAll(/<script(?![^>]*\b(?:src=|type="application\/json"))[^>]*>([\s\S]*?)<\/script>/g)].map(([, source = '']) => source)

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** Returns the URLs on other origins that receive events and recordings. */
function analyticsUrls({ VITE_AMPLITUDE_URL: url = '' }: WebSettings): string[] {
  if (url.startsWith('/')) return []
  if (url === '') return ['https://api.eu.amplitude.com/2/httpapi', 'https://api-sr.eu.amplitude.com/sessions/v2/track']
  return ['/2/httpapi', '/sessions/v2/track'].map((path) => url.replace(/\/+$/, '') + path)
}

/** Returns the origins that the settings name. A setting that is only a path names none: it stands for the page's own origin. */
function calledOrigins({ VITE_API_URL, VITE_AUTH_URL, VITE_GEO_URL }: WebSettings): string[] {
  const origins = [VITE_API_URL, VITE_AUTH_URL, VITE_GEO_URL].flatMap((url) => URL.parse(url ?? '')?.origin ?? [])
  return [...new Set(origins)]
}

const YEAR_SECONDS = 365 * 24 * 60 * 60

/**
 * Returns the headers of every page of the web app. A script must come from the page's own origin or be one of `scripts`, no site may frame the
 * page, and the settings decide which other hosts it may call: a separate API, auth or geo host, and the receiver of analytics.
 */
export function pageHeaders(scripts: readonly string[], settings: WebSettings): Record<string, string> {
  const otherOrigins = calledOrigins(settings)
  // pictures and videos of the content come from the API
  const apiOrigins = otherOrigins.filter((origin) => origin === URL.parse(settings.VITE_API_URL ?? '')?.origin)
  const policy = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts.map(hashOf)],
    // session replay compares style attributes by writing them to an element outside the page
    'style-src': ["'self'", "'unsafe-inline'"],
    'style-src-elem': ["'self'"],
    'img-src': ["'self'", 'data:', ...apiOrigins],
    'media-src': ["'self'", ...apiOrigins],
    'connect-src': ["'self'", ...otherOrigins, ...analyticsUrls(settings)],
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
    // not for an academy without TLS, such as a local one
    ...(settings.VITE_WEB_ORIGIN?.startsWith('https:') && { 'strict-transport-security': `max-age=${YEAR_SECONDS}` }),
  }
}
