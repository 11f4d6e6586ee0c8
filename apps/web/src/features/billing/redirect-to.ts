/** Redirects to the payment provider in the same tab. Returns false for an invalid URL. */
export function redirectTo(url: unknown): boolean {
  if (typeof url !== 'string' || !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return false
  window.location.assign(url)
  return true
}
