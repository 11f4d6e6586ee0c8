import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isReady } from './instance.ts'

export type Balancer = { url: string; sent: ReadonlyMap<string, number>; stop: () => Promise<void> }

const LOOK_EVERY_MS = 250

/**
 * A minimal load balancer: round robin over the ready instances, checked four times a second. A refused connection goes to the next
 * instance; a connection that breaks after the request was sent gets 502, because the request may have been executed.
 */
export async function startBalancer(upstreams: readonly string[]): Promise<Balancer> {
  const agents = new Map(upstreams.map((url) => [url, new Agent({ keepAlive: true })]))
  const sent = new Map<string, number>(upstreams.map((url) => [url, 0]))
  let ready: readonly string[] = upstreams
  const look = async () => {
    const states = await Promise.all(upstreams.map(isReady))
    ready = upstreams.filter((_, index) => states[index])
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS)

  let turn = 0
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, left: readonly string[]): void => {
    const [url, ...others] = left
    if (url === undefined) return void outgoing.writeHead(503, { 'retry-after': '1' }).end()
    const { hostname, port } = new URL(url)
    const asked = request(
      { hostname, port, path: incoming.url, method: incoming.method, headers: incoming.headers, agent: agents.get(url) },
      (answer) => {
        sent.set(url, (sent.get(url) ?? 0) + 1)
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        answer.on('error', () => outgoing.destroy())
      },
    )
    asked.on('error', (error: NodeJS.ErrnoException) => {
      if (outgoing.headersSent) outgoing.destroy()
      else if (error.code === 'ECONNREFUSED') forward(incoming, outgoing, body, others)
      else outgoing.writeHead(502).end()
    })
    asked.end(body)
  }

  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const order = ready.map((_, index) => ready[(turn + index) % ready.length] ?? '')
      turn += 1
      forward(incoming, outgoing, Buffer.concat(chunks), order)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    stop: async () => {
      clearInterval(timer)
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      for (const agent of agents.values()) agent.destroy()
    },
  }
}
