import type { IncomingHttpHeaders } from 'node:http'

/**
 * Hop-by-hop headers (RFC 9110, 7.6.1), and `expect`, to which Node has already responded. The client for the upstream refuses most of them,
 * so that a request with one would fail with 503.
 */
const CONNECTION_HEADERS = new Set([
  'connection',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Returns whether a proxy describes the client in this header. Such headers are removed, because a client can set them to any value. */
const describesClient = (name: string): boolean => name === 'forwarded' || name === 'x-real-ip' || name.startsWith('x-forwarded-')

/** Returns the headers for an upstream, with the client's address as this server determined it. */
export const forwardedHeaders = (headers: IncomingHttpHeaders, callerAddress: string): IncomingHttpHeaders => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.has(name) && !describesClient(name))),
  'x-forwarded-for': callerAddress,
})
