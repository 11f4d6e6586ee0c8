import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll } from 'vitest'

type Received = { headers: Record<string, string>; body: string; type: string; data: Record<string, unknown> }

/** Starts a program that receives webhooks, and that a test tells how to respond. To be called at the top of a test file, at whose end it stops. */
export async function startWebhookReceiver() {
  const received: Received[] = []
  const accept: RequestListener = (_request, response) => void response.writeHead(204).end()
  const receiver = {
    origin: '',
    received,
    respond: accept,
    accept,
    /** The names of the tutorials of the events, in the order in which they arrived. */
    tutorials: () => received.map(({ data }) => data.tutorial_id),
    reset: () => {
      received.length = 0
      receiver.respond = accept
    },
  }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    received.push({ headers: request.headers as Record<string, string>, body, ...JSON.parse(body) })
    receiver.respond(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  receiver.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return receiver
}
