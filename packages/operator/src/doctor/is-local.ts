/** Returns whether a URL is on this machine. */
export const isLocal = (address: string): boolean => /^https?:\/\/(localhost|127\.|\[::1\])/.test(address)
