import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, fchownSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../start-error.ts'
import { programPath } from './binaries.ts'
import { readPidFile } from './owner.ts'
import type { ServerLocation } from './places.ts'

/** The server's environment, without the caller's variables that change its behavior (PGDATA, PGPORT, a locale ...). */
export const environment: NodeJS.ProcessEnv = { PATH: '/usr/bin:/bin', LC_ALL: 'C' }

type ServerSettings = { port: number; durable: boolean; tls: boolean }

const settings = ({ port, durable, tls }: ServerSettings): string[] => {
  const common = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
    ssl: tls ? 'on' : 'off',
  }
  const withoutDurability = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: 0,
    checkpoint_timeout: '1h',
    shared_buffers: '64MB',
  }
  return Object.entries(durable ? common : { ...common, ...withoutDurability }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Starts a shell that stops the server if this process is killed: it waits on a pipe, which breaks with this process. */
const guard = (server: ChildProcess, location: ServerLocation): ChildProcess | undefined => {
  if (process.platform === 'win32' || server.pid === undefined) return undefined
  const script = 'read -r word; [ "$word" = done ] || kill -INT "$1"'
  const child = spawn('/bin/sh', ['-c', script, 'sh', String(server.pid)], {
    cwd: '/',
    env: environment,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    ...location.user,
  })
  // the shell itself may have been killed
  child.stdin.on('error', () => undefined)
  child.unref()
  return child
}

export type ServerProcess = { child: ChildProcess; exited: Promise<void>; stop(): Promise<void> }

/** Writes the server's key and certificate, where it looks for them by default. */
export const writeCertificate = ({ user }: ServerLocation, data: string, { key, cert }: { key: string; cert: string }): void => {
  for (const [name, text] of Object.entries({ 'server.key': key, 'server.crt': cert })) {
    const file = openSync(join(data, name), 'w', 0o600)
    if (user !== undefined) fchownSync(file, user.uid, user.gid)
    writeFileSync(file, text)
    closeSync(file)
  }
}

/** Starts the server in a session of its own, so that Ctrl-C reaches only Node, which stops the servers in the right order. */
export const spawnServer = (location: ServerLocation, data: string, binaries: string, options: ServerSettings): ServerProcess => {
  const log = openSync(join(location.folder, 'server.log'), 'w')
  if (location.user !== undefined) fchownSync(log, location.user.uid, location.user.gid)
  const child = spawn(programPath(binaries, 'postgres'), ['-D', data, ...settings(options)], {
    cwd: '/',
    env: environment,
    detached: process.platform !== 'win32',
    stdio: ['ignore', log, log],
    ...location.user,
  })
  closeSync(log)
  const guardian = guard(child, location)
  const exited = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  }).then(() => {
    guardian?.stdin?.end('done\n')
  })
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return exited
    if (process.platform === 'win32')
      spawnSync(programPath(binaries, 'pg_ctl'), ['stop', '-D', data, '-m', 'fast', '-w'], { stdio: 'ignore' })
    else child.kill('SIGINT')
    const killTimer = setTimeout(() => child.kill('SIGQUIT'), 15_000)
    await exited
    clearTimeout(killTimer)
  }
  return { child, exited, stop }
}

/** Returns the last lines of the server's log, for error messages. */
export const lastOutput = (location: ServerLocation): string =>
  readFileSync(join(location.folder, 'server.log'), 'utf8').trim().split('\n').slice(-8).join('\n')

/** Waits until the server accepts connections. Throws with the server's log if it exits. */
export const waitUntilReady = async (server: ServerProcess, location: ServerLocation, data: string): Promise<void> => {
  let ended = false
  void server.exited.then(() => {
    ended = true
  })
  // two minutes, because after a crash the server first replays its log
  const end = Date.now() + 120_000
  while (!ended && Date.now() < end) {
    const lines = readPidFile(data)
    if (Number(lines[0]) === server.child.pid && /^(ready|standby)$/.test(lines[7]?.trim() ?? '')) return
    await sleep(15)
  }
  if (!ended) await server.stop()
  throw new StartError(`Postgres did not start. The end of its log:\n${lastOutput(location)}`)
}
