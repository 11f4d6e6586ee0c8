/** Redirects to the payment provider in the same tab (D-128). Returns false for an invalid URL. */
export function redirectTo(address: unknown): boolean {
  if (typeof address !== 'string' || !/^https?:$/.test(URL.parse(address)?.protocol ?? '')) return false
  window.location.assign(address)
  return true
}
