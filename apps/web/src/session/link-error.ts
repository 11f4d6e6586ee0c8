/** Reads the provider's refusal out of the hash of a page that a link from a mail led to. */
export function readLinkError(hash: string): string | undefined {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''))
  if (!parameters.has('error') && !parameters.has('error_code') && !parameters.has('error_description')) return undefined
  return parameters.get('error_description') ?? parameters.get('error') ?? parameters.get('error_code') ?? undefined
}

/** The same address without its hash, relative to the origin. */
export const withoutHash = ({ pathname, search }: { pathname: string; search: string }) => pathname + search
