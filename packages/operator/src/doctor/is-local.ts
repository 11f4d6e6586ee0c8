import { isLocalHost } from '@academy/contract/local-hosts'

/** Returns whether a URL is on this machine, or on a host with a name of its private network. */
export const isLocal = (url: string): boolean => isLocalHost(URL.parse(url)?.hostname ?? '.')
