import { createServer } from 'node:net'

/** The addresses of `localhost` and of all interfaces. macOS and Windows let two servers listen on the same port at different addresses. */
const HOSTS = ['127.0.0.1', '::1', '0.0.0.0', '::']

/** Returns whether a server can listen on a port of an address; true if this machine does not have the address. */
const isFreeOn = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT'))
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(true)))
  })

/** Returns whether no server of this machine takes the port, on any address at which `localhost` may reach it. */
export const isPortFree = async (port: number): Promise<boolean> => {
  // one after the other, because Linux lets no probe listen beside another
  for (const host of HOSTS) if (!(await isFreeOn(host, port))) return false
  return true
}

const ATTEMPTS = 200

/**
 * Returns a free port between 10,000 and 20,000. Outgoing connections use higher ports, so none of them can take the
 * port meanwhile.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = 10_000 + Math.floor(Math.random() * 10_000)
    if (await isPortFree(port)) return port
  }
  throw new Error(`None of ${ATTEMPTS} ports between 10,000 and 20,000 was free.`)
}
