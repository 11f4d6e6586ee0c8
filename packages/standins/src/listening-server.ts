import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StartError } from './start-error.ts'

export type ListeningServer = {
  port: number
  /** Sets the handler of requests, for Fastify's `serverFactory`. Requests wait until `open` is called. */
  setHandler(handler: RequestListener): Server
  /** Passes all requests to the handler, also those that wait. */
  open(): void
  close(): Promise<void>
}

/**
 * Listens on a port (0: any free port) before the app is built, because tokens, links and file URLs contain the port. Finding a free port first
 * and listening later would let another process take it. Throws a StartError, which contains `purpose`, if the port is taken.
 */
export const listenFirst = async (port: number, purpose: string): Promise<ListeningServer> => {
  const server = createServer()
  const opened = Promise.withResolvers<void>()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EADDRINUSE') throw cause
    throw new StartError(
      `Port ${port}, meant for ${purpose}, is taken by another program. Stop that program, or choose other ports by setting ACADEMY_PORT (for example ACADEMY_PORT=4000).`,
      { cause },
    )
  })
  return {
    port: (server.address() as AddressInfo).port,
    setHandler: (handler) => server.on('request', (request, response) => void opened.promise.then(() => handler(request, response))),
    open: opened.resolve,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
