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

/** Headers in which a proxy describes the caller: everything that a caller writes into them could be false. */
const isClaim = (name: string): boolean => name === 'forwarded' || name === 'x-real-ip' || name.startsWith('x-forwarded-')

/** Returns the headers of a request as an upstream may believe them: the address of the caller is the one that this server determined. */
export const forwardedHeaders = (headers: IncomingHttpHeaders, callerAddress: string): IncomingHttpHeaders => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.has(name) && !isClaim(name))),
  'x-forwarded-for': callerAddress,
})
