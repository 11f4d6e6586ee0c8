import type { IncomingMessage } from 'node:http'
import { PrivateAddress } from '../../../http/public-address.ts'
import { parsePublicUrl, sendPublicRequest } from '../../../http/public-request.ts'
import { PageRefused } from '../mirror/page-refused.ts'

export type FetchFileOptions = {
  /** The only origin that may be private and without TLS: Notion's API in a local workspace. */
  trustedOrigin: string
  maxBytes: number
  signal: AbortSignal
}

/** The rule of a warning about a file that may be available next time. */
export const FILE_UNREACHABLE = 'file_unreachable'

const TIMEOUT_MS = 20_000
const MAX_REDIRECTS = 3
const PRIVATE = 'It is at a private address, so it was not fetched.'

const unreachable = (what: string): PageRefused =>
  new PageRefused(FILE_UNREACHABLE, `${what}. The next sync tries again.`, { mayPassLater: true })

/** Returns why a file is missing, by the status of the response. Expired upload URLs get 403, and are new in the next run. */
const refusalFor = (status: number): PageRefused =>
  [401, 404, 410].includes(status)
    ? new PageRefused('file_gone', `Its server answered ${status}: there is no longer a file at this address. Upload the file to the page.`)
    : unreachable(`Its server answered ${status}`)

/** Returns the URL of a file. @throws PageRefused for a URL that must not be fetched. */
function parseFileUrl(text: string, trustedOrigin: string): URL {
  const url = parsePublicUrl(text, [trustedOrigin])
  if (url === 'unreadable') throw new PageRefused('file_address', 'Its address cannot be read.')
  if (url === 'not_https')
    throw new PageRefused('file_address', `Files are fetched over https only, and ${URL.parse(text)?.origin} is another kind of address.`)
  if (url === 'private') throw new PageRefused('file_address', PRIVATE)
  return url
}

const sendRequest = (url: URL, { trustedOrigin, signal }: FetchFileOptions): Promise<IncomingMessage> =>
  sendPublicRequest(url, [trustedOrigin], {
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    headers: { accept: 'image/*, video/*, audio/*, application/pdf, */*;q=0.1', 'user-agent': 'academy-content-mirror' },
  })

/** Sends requests until one is not redirected. Returns the response, whose body is not read yet. */
async function followRedirects(firstUrl: string, options: FetchFileOptions): Promise<IncomingMessage> {
  let next = firstUrl
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const url = parseFileUrl(next, options.trustedOrigin)
    const response = await sendRequest(url, options)
    const { statusCode = 0, headers } = response
    if (statusCode === 200) return response
    response.destroy()
    if (statusCode < 300 || statusCode >= 400 || !headers.location) throw refusalFor(statusCode)
    next = new URL(headers.location, url).href
  }
  throw new PageRefused('file_address', 'Its address is redirected too often.')
}

async function* bytesOf(url: string, options: FetchFileOptions): AsyncGenerator<Buffer> {
  const response = await followRedirects(url, options)
  try {
    let length = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > options.maxBytes)
        throw new PageRefused('file_too_large', `It is larger than ${Math.floor(options.maxBytes / 1024 / 1024)} MB. Make it smaller.`)
      yield chunk
    }
  } finally {
    response.destroy()
  }
}

/**
 * Yields the bytes of a linked or uploaded file. Never connects to a private IP address, also not after a redirect or a DNS lookup, so that an
 * author cannot probe the API's network.
 * @throws PageRefused with the problem.
 */
export async function* fetchFile(url: string, options: FetchFileOptions): AsyncGenerator<Buffer> {
  try {
    yield* bytesOf(url, options)
  } catch (error) {
    options.signal.throwIfAborted()
    if (error instanceof PageRefused) throw error
    if (error instanceof PrivateAddress) throw new PageRefused('file_address', PRIVATE)
    throw unreachable(error instanceof Error && error.name === 'TimeoutError' ? 'Its server was too slow' : 'Its server did not answer')
  }
}
