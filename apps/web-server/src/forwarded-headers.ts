import type { IncomingHttpHeaders } from 'node:http'
import { isIPv6, SocketAddress } from 'node:net'

/**
 * Headers that concern one connection only: the hop-by-hop headers (RFC 9110, 7.6.1), and `expect`, to which Node has already responded. The
 * HTTP client that sends the request to the upstream refuses most of them, so a request with one would fail with 503.
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

/** Returns whether the header is one in which proxies describe the client. A client can send any value in it, so no such header is forwarded. */
const describesClient = (name: string): boolean => name === 'forwarded' || name === 'x-real-ip' || name.startsWith('x-forwarded-')

/** Returns the headers of a message without those that concern one connection only. */
export const withoutConnectionHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.has(name)))

/** Returns the headers for an upstream, with the client's IP address as this server determined it. */
export const forwardedHeaders = (headers: IncomingHttpHeaders, clientAddress: string): IncomingHttpHeaders => ({
  ...Object.fromEntries(Object.entries(withoutConnectionHeaders(headers)).filter(([name]) => !describesClient(name))),
  'x-forwarded-for': clientAddress,
})

/**
 * Returns the /64 network of an IPv6 address, which one client has as a whole, as the limits of the API count it. Returns an IPv4 address
 * unchanged, and the IPv4 address in an IPv6 notation.
 */
export function networkOf(clientAddress: string): string {
  if (!isIPv6(clientAddress)) return clientAddress
  const { address } = new SocketAddress({ address: clientAddress, family: 'ipv6' })
  const ipv4 = /^::ffff:([\d.]+)$/.exec(address)?.[1]
  if (ipv4 !== undefined) return ipv4
  const [before = [], after = []] = address.split('::').map((groups) => groups.split(':').filter(Boolean))
  const omitted = Array<string>(8 - before.length - after.length).fill('0')
  return `${[...before, ...omitted, ...after].slice(0, 4).join(':')}::`
}
