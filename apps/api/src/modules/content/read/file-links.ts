import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Links that are signed within a window share their expiry, so that cached responses last; each lives for one to two windows. */
const WINDOW_S = 3600

export const filePath = (hash: string): string => `/api/files/${hash}`

/**
 * Signs URLs of pictures, because an <img> cannot send a bearer token. Derives its own key from `secret`, which may be any secret of the
 * deployment.
 */
export function fileLinks(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'academy: addresses of pictures', 32))
  const sign = (hash: string, expires: number): string => createHmac('sha256', key).update(`${hash}.${expires}`).digest('base64url')

  return {
    /** Returns when links made now stop working, in seconds since 1970; it changes once an hour. */
    expiryAt: (now: Date): number => (Math.floor(now.getTime() / 1000 / WINDOW_S) + 2) * WINDOW_S,
    /** Returns the URL of a picture of a locked tutorial, valid until `expires`. */
    signed: (hash: string, expires: number): string => `${filePath(hash)}?key=${expires}.${sign(hash, expires)}`,
    /** Returns whether a key was signed here for this picture and has not expired. */
    check(hash: string, given: string, now: Date): 'valid' | 'expired' | 'forged' {
      const [, expires = '', signature = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(given) ?? []
      const expected = Buffer.from(sign(hash, Number(expires)))
      const actual = Buffer.from(signature)
      if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return 'forged'
      return Number(expires) * 1000 > now.getTime() ? 'valid' : 'expired'
    },
  }
}

/** Matches the URL of a stored file in the attributes in which the renderer writes one. */
const FILE_URL = /(?<=<(?:(?:img|video|audio|track) src|a href|video src="[^"]*" poster)=")\/api\/files\/([0-9a-f]{64})(?=")/g

/** Returns stored HTML with the URLs of its files; `urlOf` maps a file's hash to the URL for this reader. */
export const withFileUrls = (html: string, urlOf: (hash: string) => string): string =>
  html.replace(FILE_URL, (_, hash: string) => urlOf(hash))
