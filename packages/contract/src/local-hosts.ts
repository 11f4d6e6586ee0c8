/**
 * Returns whether a connection to a host may be in plain text: it is this machine, or its name has no dot, as names of containers have.
 * `hostname` may be an IPv6 address in brackets, as in URLs.
 */
export function isLocalHost(hostname: string): boolean {
  const name = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  return name === '::1' || /^127(\.\d{1,3}){0,3}$/.test(name) || name.endsWith('.localhost') || !/[.:]/.test(name)
}

/** Returns whether a URL sends what it carries in plain text over a network: http to a host that is not local. */
export function isPlainTextUrl(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return url?.protocol === 'http:' && !isLocalHost(url.hostname)
}
