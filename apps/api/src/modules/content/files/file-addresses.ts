/** Matches the address of a stored file in the attributes in which the renderer writes one. */
const FILE_ADDRESS = /(?<=<(?:(?:img|video|audio|track) src|a href|video src="[^"]*" poster)=")\/api\/files\/([0-9a-f]{64})(?=")/g

/** Returns stored HTML with the addresses of its files; `address` maps a file's hash to the address for this reader. */
export const withFileAddresses = (html: string, address: (hash: string) => string): string =>
  html.replace(FILE_ADDRESS, (_, hash: string) => address(hash))
