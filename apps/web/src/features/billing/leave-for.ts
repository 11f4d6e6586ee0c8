/** Goes to a page of the payment provider, in the same tab (D-128). False: the answer holds no address of one. */
export function leaveFor(address: unknown): boolean {
  if (typeof address !== 'string' || !/^https?:$/.test(URL.parse(address)?.protocol ?? '')) return false
  window.location.assign(address)
  return true
}
