/** Returns whether a URL is on this machine. */
export const isLocal = (url: string): boolean => /^https?:\/\/(localhost|127\.|\[::1\])/.test(url)
