import { Agent, request } from 'node:http'
import type { GeneratedRequest } from './generated-requests.ts'

export type RawResponse = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer; text: string }

const TIMEOUT_MS = 60_000

/** Returns a function that sends requests unchanged, including paths that fetch would normalize. */
export function createSender(base: string, tokens: Readonly<Record<string, string | undefined>>, concurrency: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const { hostname, port } = new URL(base)

  const send = ({ actor, method, url, headers, body }: GeneratedRequest): Promise<RawResponse> => {
    const { promise, resolve, reject } = Promise.withResolvers<RawResponse>()
    const token = tokens[actor]
    const sent = request(
      {
        agent,
        hostname,
        port,
        method,
        path: url,
        timeout: TIMEOUT_MS,
        headers: {
          ...headers,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const received = Buffer.concat(chunks)
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: received, text: received.toString() })
        })
      },
    )
    sent.on('timeout', () => sent.destroy(new Error(`no response within ${TIMEOUT_MS} ms`)))
    sent.on('error', reject)
    sent.end(body)
    return promise
  }
  return { send, close: () => agent.destroy() }
}
