import { lookup } from 'node:dns'
import { type IncomingMessage, type RequestOptions, request as requestOverHttp } from 'node:http'
import { request as requestOverHttps } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress, publicLookupWith } from './public-address.ts'

/** Why no request is sent to a URL. A name that leads to a private address is refused when the connection is made (`PrivateAddress`). */
export type UrlProblem = 'unreadable' | 'not_https' | 'private'

/** Returns the URL of a text that a user wrote, or why no request is sent to it. Only trusted origins may be private, or without TLS. */
export function parsePublicUrl(text: string, trustedOrigins: readonly string[]): URL | UrlProblem {
  const url = URL.parse(text)
  if (!url) return 'unreadable'
  if (trustedOrigins.includes(url.origin)) return url
  if (url.protocol !== 'https:' || url.port !== '') return 'not_https'
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(literal) !== 0 && !isPublicAddress(literal) ? 'private' : url
}

type PublicRequest = Pick<RequestOptions, 'method' | 'headers'> & { signal: AbortSignal; body?: string }

/**
 * Sends a request to a URL that `parsePublicUrl` allowed, and connects to public addresses only. Follows no redirect. Returns the response,
 * whose body is not read yet.
 */
export function sendPublicRequest(
  url: URL,
  trustedOrigins: readonly string[],
  { body, ...options }: PublicRequest,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = url.protocol === 'https:' ? requestOverHttps : requestOverHttp
  const connection = trustedOrigins.includes(url.origin) ? {} : { lookup: publicLookupWith(lookup) }
  // On a connection of its own: the other side may close a kept one in the moment in which it is used again, and the request would fail.
  request(url, { ...options, ...connection, agent: false }, resolve)
    .on('error', reject)
    .end(body)
  return promise
}
