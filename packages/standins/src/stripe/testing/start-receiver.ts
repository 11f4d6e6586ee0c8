import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Received = { signature: string; raw: string; type: string; id: string }

/** Starts a server that records webhooks and responds with `reply.status`. */
export async function startReceiver() {
  const received: Received[] = []
  const reply = { status: 200 }
  const server = createServer(async (request, response) => {
    const raw = await text(request)
    const { type, id } = JSON.parse(raw) as { type: string; id: string }
    received.push({ signature: String(request.headers['stripe-signature']), raw, type, id })
    response.writeHead(reply.status).end(`responded with ${reply.status}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received, reply, stop }
}
