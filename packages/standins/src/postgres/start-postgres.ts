import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort, isPortFree } from '../ports.ts'
import { portTaken } from '../start-error.ts'
import { findBinaries, type MajorVersion, NEWEST } from './binaries.ts'
import { initDatabase } from './init-database.ts'
import { claim, release, stopLeftover } from './owner.ts'
import { chooseLocation, removeStaleData, type ServerLocation } from './places.ts'
import { lastOutput, type ServerProcess, spawnServer, waitUntilReady, writeCertificate } from './server-process.ts'

export type PostgresOptions = {
  /** The folder for the server's data; created if missing. */
  dataFolder: string
  /** 0 or none: any free port. */
  port?: number
  /** False turns off fsync and similar settings, for data that may be lost. Default true. */
  durable?: boolean
  /** Default: the newest. */
  version?: MajorVersion
  /** The server's key and certificate in PEM, with which it also accepts TLS. */
  tls?: { key: string; cert: string }
}

export type Postgres = { url: string; stop(): Promise<void> }

const choosePort = async (port: number): Promise<number> => {
  if (port === 0) return findFreePort()
  if (await isPortFree(port)) return port
  throw portTaken(port, 'the database')
}

const launch = async (location: ServerLocation, options: PostgresOptions): Promise<{ server: ServerProcess; port: number }> => {
  const durable = options.durable ?? true
  const version = options.version ?? NEWEST
  const binaries = findBinaries(location.user, version)
  const data = initDatabase(location, binaries, version, durable)
  if (options.tls) writeCertificate(location, data, options.tls)
  for (let attempt = 1; ; attempt += 1) {
    const port = await choosePort(options.port ?? 0)
    const server = spawnServer(location, data, binaries, { port, durable, tls: options.tls !== undefined })
    try {
      await waitUntilReady(server, location, data)
      return { server, port }
    } catch (error) {
      // retries, because another process may take the port, and children of a killed server may still hold its shared memory
      const isTemporary = /Address already in use|pre-existing shared memory block/.test(lastOutput(location))
      if (!isTemporary || attempt === 5) throw error
      await sleep(300)
    }
  }
}

/**
 * Starts Postgres on the loopback address from npm-installed binaries, with the data of an earlier run if there is any. Throws a StartError
 * whose message says what to do if the port is taken, the folder is in use, or permissions are missing.
 */
export const startPostgres = async (options: PostgresOptions): Promise<Postgres> => {
  const location = chooseLocation(resolve(options.dataFolder))
  claim(location.folder)
  try {
    await stopLeftover(join(location.folder, 'data'))
    removeStaleData(location)
    const { server, port } = await launch(location, options)
    let stopped: Promise<void> | undefined
    const stop = (): Promise<void> => {
      stopped ??= server.stop().then(() => release(location.folder))
      return stopped
    }
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop }
  } catch (error) {
    release(location.folder)
    throw error
  }
}
