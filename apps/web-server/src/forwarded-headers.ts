import type { IncomingHttpHeaders } from 'node:http'

/**
 * Headers of one connection (RFC 9110, 7.6.1), and `expect`, which Node has answered already. The client of the upstream refuses to send
 * most of them: a request that carries one would fail with 503.
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

/** Headers in which a proxy describes the client. A client could write anything into them. */
const isClaim = (name: string): boolean => name === 'forwarded' || name === 'x-real-ip' || name.startsWith('x-forwarded-')

/** Returns the headers for an upstream, with the client's address as this server determined it. */
export const forwardedHeaders = (headers: IncomingHttpHeaders, callerAddress: string): IncomingHttpHeaders => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.has(name) && !isClaim(name))),
  'x-forwarded-for': callerAddress,
})
