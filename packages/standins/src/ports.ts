import { createServer } from 'node:net'

/** Returns whether the port of this machine's loopback address is free. */
export const isPortFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ host: '127.0.0.1', port, exclusive: true }, () => probe.close(() => resolve(true)))
  })

const ATTEMPTS = 200

/**
 * Returns a free port of the loopback address between 10,000 and 20,000. Outgoing connections use higher ports, so none of them can take the
 * port meanwhile.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = 10_000 + Math.floor(Math.random() * 10_000)
    if (await isPortFree(port)) return port
  }
  throw new Error(`None of ${ATTEMPTS} ports between 10,000 and 20,000 was free.`)
}
