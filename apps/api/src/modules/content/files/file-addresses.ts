/** Stored HTML with the addresses of its files as whoever may see them needs them; `address` says where one is, given its hash. */
export const withFileAddresses = (html: string, address: (hash: string) => string): string =>
  html.replace(
    /(<(?:(?:img|video|audio|track) src|a href)=")\/api\/files\/([0-9a-f]{64})(?=")/g,
    (_, before: string, hash: string) => before + address(hash),
  )
