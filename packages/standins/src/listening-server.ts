import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Server as NetServer } from 'node:net'
import { portTaken } from './start-error.ts'

/** Listens on a port (0: any free port) of this machine, and returns the port. Throws a StartError, which contains `purpose`, if it is taken. */
export const listen = async (server: NetServer, port: number, purpose: string): Promise<number> => {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  }).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'EADDRINUSE' ? portTaken(port, purpose, cause) : cause
  })
  return (server.address() as AddressInfo).port
}

export type ListeningServer = {
  port: number
  /** Sets the handler of requests, for Fastify's `serverFactory`. Requests wait until `open` is called. */
  setHandler(handler: RequestListener): Server
  /** Passes all requests to the handler, also those that wait. */
  open(): void
  close(): Promise<void>
}

/**
 * Listens on a port before the app is built, because tokens, links and file URLs contain the port. Finding a free port first and listening later
 * would let another process take it.
 */
export const listenFirst = async (port: number, purpose: string): Promise<ListeningServer> => {
  const server = createServer()
  const opened = Promise.withResolvers<void>()
  return {
    port: await listen(server, port, purpose),
    setHandler: (handler) => server.on('request', (request, response) => void opened.promise.then(() => handler(request, response))),
    open: opened.resolve,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
