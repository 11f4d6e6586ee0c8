/** Matches the URL of a stored file in the attributes in which the renderer writes one. */
const FILE_URL = /(?<=<(?:(?:img|video|audio|track) src|a href|video src="[^"]*" poster)=")\/api\/files\/([0-9a-f]{64})(?=")/g

/** Returns stored HTML with the URLs of its files; `urlOf` maps a file's hash to the URL for this reader. */
export const withFileUrls = (html: string, urlOf: (hash: string) => string): string =>
  html.replace(FILE_URL, (_, hash: string) => urlOf(hash))
