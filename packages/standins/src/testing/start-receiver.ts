import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Received<Body> = { headers: IncomingHttpHeaders; raw: string; body: Body }

/** Starts a server that records webhooks and responds with `reply.status`, after `reply.before`. */
export async function startReceiver<Body>() {
  const received: Received<Body>[] = []
  const reply: { status: number; before?: () => Promise<unknown> } = { status: 200 }
  const server = createServer(async (request, response) => {
    const raw = await text(request)
    received.push({ headers: request.headers, raw, body: JSON.parse(raw) as Body })
    await reply.before?.()
    response.writeHead(reply.status, reply.status === 302 ? { location: '/elsewhere' } : {}).end(`responded with ${reply.status}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received, reply, stop }
}
