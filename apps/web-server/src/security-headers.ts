import { createHash } from 'node:crypto'
import { FRAME_HOSTS } from '@academy/contract/video-hosts'
import type { WebSettings } from './page-settings.ts'

/** Returns the sources of the inline scripts of a page. Only for pages without content of the API, because the policy allows these scripts. */
export const inlineScripts = (page: string): string[] =>
  [...page.matchAll(/<script(?![^>]*\b(?:src=|type="application\/json"))[^>]*>([\s\S]*?)<\/script>/g)].map(([, source = '']) => source)

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** Returns the URLs on other origins that receive events and recordings. */
function analyticsUrls({ VITE_AMPLITUDE_URL: url = '' }: WebSettings): string[] {
  if (url.startsWith('/')) return []
  if (url === '') return ['https://api.eu.amplitude.com/2/httpapi', 'https://api-sr.eu.amplitude.com/sessions/v2/track']
  return ['/2/httpapi', '/sessions/v2/track'].map((path) => url.replace(/\/+$/, '') + path)
}

/** Returns the other origins in the settings. A setting that is only a path belongs to the own origin. */
function calledOrigins({ VITE_API_URL, VITE_AUTH_URL, VITE_GEO_URL }: WebSettings): string[] {
  const origins = [VITE_API_URL, VITE_AUTH_URL, VITE_GEO_URL].flatMap((url) => URL.parse(url ?? '')?.origin ?? [])
  return [...new Set(origins)]
}

const YEAR = 365 * 24 * 60 * 60

/**
 * Returns the headers of every page of the web app. Scripts must come from the own origin or be one of `scripts`, no site may frame the page,
 * and the settings decide which other hosts it may call: a separate API or auth host, and the receiver of analytics.
 */
export function pageHeaders(scripts: readonly string[], settings: WebSettings): Record<string, string> {
  const called = calledOrigins(settings)
  // pictures and videos of the content come from the API
  const api = called.filter((origin) => origin === URL.parse(settings.VITE_API_URL ?? '')?.origin)
  const policy = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts.map(hashOf)],
    // session replay compares style attributes by writing them to an element outside the page
    'style-src': ["'self'", "'unsafe-inline'"],
    'style-src-elem': ["'self'"],
    'img-src': ["'self'", 'data:', ...api],
    'media-src': ["'self'", ...api],
    'connect-src': ["'self'", ...called, ...analyticsUrls(settings)],
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
    ...(settings.VITE_WEB_ORIGIN?.startsWith('https:') && { 'strict-transport-security': `max-age=${YEAR}` }),
  }
}
