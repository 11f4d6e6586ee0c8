import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * A proxy before the database that can be down, and that sends what `rewrite` returns instead of what the client sent. Stops after the test.
 */
export async function databaseProxy(databaseUrl: string, rewrite: (data: Buffer, client: Socket) => Buffer = (data) => data) {
  const { hostname, port, pathname } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(Number(port), hostname)
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
    database.pipe(client)
    client.on('data', (data: Buffer) => database.write(rewrite(data, client)))
  })
  const start = async (at: number) => void (await once(server.listen(at, '127.0.0.1'), 'listening'))
  const stop = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  await start(0)
  const address = server.address() as AddressInfo
  onTestFinished(async () => void (server.listening && (await stop())))
  return { url: `postgres://postgres@127.0.0.1:${address.port}${pathname}`, stop, restart: () => start(address.port) }
}

/** The message with which clients ask for TLS. */
const SSL_REQUEST = Buffer.from('0000000804d2162f', 'hex')

/** A proxy that makes the database refuse TLS, as a server without a certificate does. Stops after the test. */
export const databaseWithoutTls = (databaseUrl: string) =>
  databaseProxy(databaseUrl, (data, client) => {
    if (!data.equals(SSL_REQUEST)) return data
    client.write('N')
    return Buffer.alloc(0)
  })
