import { type IncomingMessage, request as requestOverHttp } from 'node:http'
import { request as requestOverHttps } from 'node:https'
import { isIP } from 'node:net'
import { PageRefused } from '../page-refused.ts'
import { isPublicAddress, PrivateAddress, publicLookup } from './public-address.ts'

export type FetchFileOptions = {
  /** The one origin that may lie on a private network, and be asked without TLS: that of Notion's API, for a local workspace. */
  trustedOrigin: string
  maxBytes: number
  signal: AbortSignal
}

const WITHIN_MS = 20_000
const MOST_REDIRECTS = 3

const unreachable = (what: string): PageRefused =>
  new PageRefused('file_unreachable', `A file could not be fetched: ${what}. It is tried again.`, { mayPassLater: true })

function allowed(address: string, trustedOrigin: string): URL {
  const url = URL.parse(address)
  if (!url) throw new PageRefused('file_address', 'A file has an address that cannot be read.')
  if (url.origin === trustedOrigin) return url
  if (url.protocol !== 'https:' || url.port !== '')
    throw new PageRefused('file_address', `Files are fetched over https only: ${url.origin} is not.`)
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && !isPublicAddress(literal))
    throw new PageRefused('file_address', 'Files are not fetched from private addresses.')
  return url
}

type Fetched = { bytes: Buffer } | { redirect: string }

function responseTo(url: URL, { trustedOrigin, signal }: FetchFileOptions): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = url.protocol === 'https:' ? requestOverHttps : requestOverHttp
  const options = {
    signal: AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]),
    headers: { accept: 'image/*, video/*, audio/*, application/pdf, */*;q=0.1', 'user-agent': 'academy-content-mirror' },
    ...(url.origin === trustedOrigin ? {} : { lookup: publicLookup }),
  }
  request(url, options, resolve).on('error', reject).end()
  return promise
}

async function fetchOnce(url: URL, options: FetchFileOptions): Promise<Fetched> {
  const response = await responseTo(url, options)
  try {
    const { statusCode = 0, headers } = response
    if (statusCode >= 300 && statusCode < 400 && headers.location) return { redirect: new URL(headers.location, url).href }
    if (statusCode !== 200) throw unreachable(`its server answered ${statusCode}`)
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > options.maxBytes) {
        throw new PageRefused('file_too_large', `A file is larger than ${Math.floor(options.maxBytes / 1024)} kB. Make it smaller.`)
      }
      chunks.push(chunk)
    }
    return { bytes: Buffer.concat(chunks) }
  } finally {
    response.destroy()
  }
}

/**
 * The bytes of a file that an author linked or uploaded. Never asks a private address, also not by way of a redirect or of a name
 * that resolves to one: whoever may write in Notion must not be able to look around where the API runs.
 * @throws PageRefused saying what is wrong with the file.
 */
export async function fetchFile(address: string, options: FetchFileOptions): Promise<Buffer> {
  let next = address
  for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
    const url = allowed(next, options.trustedOrigin)
    const fetched = await fetchOnce(url, options).catch((error: unknown) => {
      options.signal.throwIfAborted()
      if (error instanceof PageRefused) throw error
      if (error instanceof PrivateAddress) throw new PageRefused('file_address', 'Files are not fetched from private addresses.')
      throw unreachable(error instanceof Error && error.name === 'TimeoutError' ? 'its server was too slow' : 'its server did not answer')
    })
    if ('bytes' in fetched) return fetched.bytes
    next = fetched.redirect
  }
  throw new PageRefused('file_address', 'A file is redirected too often.')
}
