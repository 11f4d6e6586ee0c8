import { Agent, request } from 'node:http'
import type { Plan } from './plans.ts'

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string }

const PATIENCE_MS = 60_000

/** Sends requests as they are, also paths that a browser would tidy up. */
export function sender(base: string, tokens: Readonly<Record<string, string | undefined>>, atATime: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: atATime })
  const { hostname, port } = new URL(base)

  const send = ({ actor, method, url, headers, body }: Plan): Promise<Answer> => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const token = tokens[actor]
    const sent = request(
      {
        agent,
        hostname,
        port,
        method,
        path: url,
        timeout: PATIENCE_MS,
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
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() }),
        )
      },
    )
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${PATIENCE_MS} ms`)))
    sent.on('error', reject)
    sent.end(body)
    return promise
  }
  return { send, close: () => agent.destroy() }
}
