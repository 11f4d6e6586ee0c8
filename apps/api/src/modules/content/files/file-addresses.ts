/** Returns stored HTML with the addresses of its files; `address` maps a file's hash to the address for this reader. */
export const withFileAddresses = (html: string, address: (hash: string) => string): string =>
  [
    /(<(?:(?:img|video|audio|track) src|a href)=")\/api\/files\/([0-9a-f]{64})(?=")/g,
    /(<video src="[^"]*" poster=")\/api\/files\/([0-9a-f]{64})(?=")/g,
  ].reduce((signed, place) => signed.replace(place, (_, before: string, hash: string) => before + address(hash)), html)
