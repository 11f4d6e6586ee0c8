/** Whether a web address is on this machine. */
export const isLocal = (address: string): boolean => /^https?:\/\/(localhost|127\.|\[::1\])/.test(address)
