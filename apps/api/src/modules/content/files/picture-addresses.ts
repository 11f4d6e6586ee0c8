/** Stored HTML with the addresses of its pictures as whoever may see them needs them; `address` says where one is, given its hash. */
export const withPictures = (html: string, address: (hash: string) => string): string =>
  html.replace(/(<img src=")\/api\/files\/([0-9a-f]{64})(?=")/g, (_, before: string, hash: string) => before + address(hash))
