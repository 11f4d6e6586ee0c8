import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { findFreePort } from '../ports.ts'
import { findBinaries, NEWEST } from './binaries.ts'
import { createDatabase, type Postgres, removePostgres, startPostgres } from './index.ts'
import { initDatabase } from './init-database.ts'
import { chooseLocation } from './places.ts'
import { isRunning, waitUntilGone } from './processes.ts'

let prepared: string
let folder: string
let running: Postgres[] = []
let children: ChildProcess[] = []

beforeAll(() => {
  prepared = mkdtempSync(join(tmpdir(), 'academy-postgres-prepared-'))
  const location = chooseLocation(prepared)
  initDatabase(location, findBinaries(location.user, NEWEST), NEWEST, false)
})
afterAll(() => removePostgres(prepared))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'academy-postgres-test-'))
  running = []
  children = []
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  // a process that is still exiting owns the folder
  for (const { pid } of children) await waitUntilGone(pid ?? 0, 60_000)
  for (const server of running) await server.stop()
  await removePostgres(folder)
})

/** Copies new database files with their owner and modes into the folder, so that the start does not have to create them, which takes long. */
const copyDatabaseFiles = (): void => {
  const { folder: source } = chooseLocation(prepared)
  execFileSync('cp', ['-a', join(source, 'data'), join(source, 'server.log'), folder])
}

const start = async (options: { port?: number } = {}): Promise<Postgres> => {
  const server = await startPostgres({ dataFolder: folder, durable: false, ...options })
  running.push(server)
  return server
}

/** Starts a second process that runs Postgres on the folder. Resolves once the server runs. */
const hold = (): Promise<{ child: ChildProcess; postmaster: number }> =>
  new Promise((resolve, reject) => {
    const script = fileURLToPath(new URL('../testing/hold-postgres.ts', import.meta.url))
    const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    child.once('exit', () => reject(new Error('hold-postgres.ts exited before Postgres was ready')))
    child.stdout?.once('data', () => resolve({ child, postmaster: Number.parseInt(readFileSync(pidFile(), 'utf8'), 10) }))
  })

const pidFile = (): string => join(folder, 'data/postmaster.pid')

const queryServer = async (url: string, query: string): Promise<unknown> => {
  const sql = postgres(url, { max: 1 })
  try {
    const [row] = await sql.unsafe(query).values()
    return row?.[0]
  } finally {
    await sql.end()
  }
}

test('keeps data across a restart, and leaves no process and no pid file', async () => {
  copyDatabaseFiles()
  const first = await start()
  const url = await createDatabase(first.url, 'kept')
  await queryServer(url, 'CREATE TABLE kept (word text)')
  await queryServer(url, "INSERT INTO kept VALUES ('grüße')")
  const postmaster = Number.parseInt(readFileSync(pidFile(), 'utf8'), 10)
  await first.stop()
  await first.stop()
  expect(isRunning(postmaster)).toBe(false)
  expect(existsSync(pidFile())).toBe(false)

  const second = await start()
  expect(await queryServer(await createDatabase(second.url, 'kept'), 'SELECT word FROM kept')).toBe('grüße')
  expect(await queryServer(second.url, 'SHOW server_encoding')).toBe('UTF8')
  expect(await queryServer(second.url, 'SHOW listen_addresses')).toBe('127.0.0.1')
  expect(await queryServer(second.url, 'SHOW unix_socket_directories')).toBe('')
})

test('a killed parent stops its server, and the next start works', async () => {
  copyDatabaseFiles()
  const { child, postmaster } = await hold()
  child.kill('SIGKILL')
  expect(await waitUntilGone(postmaster, 60_000)).toBe(true)
  expect(await queryServer((await start()).url, 'SELECT 1')).toBe(1)
})

test('stops the server of a killed run and uses its data', async () => {
  copyDatabaseFiles()
  const { child, postmaster } = await hold()
  // a paused server does not stop, so that the next start finds it still running
  process.kill(postmaster, 'SIGSTOP')
  child.kill('SIGKILL')
  await waitUntilGone(child.pid ?? 0, 60_000)
  expect(isRunning(postmaster)).toBe(true)
  const next = start()
  // usually after the next start has found it; the result is the same if a busy machine is later
  setTimeout(() => process.kill(postmaster, 'SIGCONT'), 200)
  expect(await queryServer((await next).url, 'SELECT 1')).toBe(1)
  expect(isRunning(postmaster)).toBe(false)
})

test('refuses the data folder of a running server, and names its process', async () => {
  copyDatabaseFiles()
  const { child } = await hold()
  await expect(start()).rejects.toThrow(`already in use by process ${child.pid}. Stop that process first`)
})

test('removes a stale pid file without stopping the process that has its id now', async () => {
  copyDatabaseFiles()
  await (await start()).stop()
  const stranger = spawn('sleep', ['60'])
  children.push(stranger)
  writeFileSync(pidFile(), `${stranger.pid}\n${join(folder, 'data')}\n0\n`)
  writeFileSync(join(folder, 'owner.json'), JSON.stringify({ pid: stranger.pid, start: 'another time' }))
  expect(await queryServer((await start()).url, 'SELECT 1')).toBe(1)
  expect(isRunning(stranger.pid ?? 0)).toBe(true)
})

test('recreates incomplete database files of a killed first run', async () => {
  mkdirSync(join(folder, 'initdb-killed/base'), { recursive: true })
  writeFileSync(join(folder, 'initdb-killed/PG_VERSION'), '18\n')
  writeFileSync(join(folder, 'owner.json'), '{"pid":')
  expect(await queryServer((await start()).url, 'SELECT 1')).toBe(1)
  expect(existsSync(join(folder, 'initdb-killed'))).toBe(false)
})

test('names a taken port and says what to do', async () => {
  copyDatabaseFiles()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await expect(start({ port })).rejects.toThrow(`Port ${port}, meant for the database, is taken by another program. Stop that program`)
  other.close()
  const server = await start({ port: await findFreePort() })
  expect(await queryServer(server.url, 'SELECT 1')).toBe(1)
})

test('refuses a database that it did not create', async () => {
  mkdirSync(join(folder, 'data'))
  await expect(start()).rejects.toThrow(`did not create the database in ${folder}`)
  expect(readdirSync(folder)).toEqual(['data'])
  rmSync(join(folder, 'data'), { recursive: true })
})

test('refuses data of another major version without changing it', async () => {
  copyDatabaseFiles()
  writeFileSync(join(folder, 'data/PG_VERSION'), '15\n')
  await expect(start()).rejects.toThrow('was created by Postgres 15')
})

test("works with a folder that the server's user cannot enter, and starts empty after the folder is deleted", async () => {
  const closed = mkdtempSync(join(tmpdir(), 'academy-closed-'))
  chmodSync(closed, 0o700)
  const given = folder
  folder = join(closed, 'postgres')
  const first = await start()
  await queryServer(first.url, 'CREATE TABLE former_life ()')
  await first.stop()
  const second = await start()
  expect(await queryServer(second.url, "SELECT to_regclass('former_life') IS NOT NULL")).toBe(true)
  await second.stop()
  rmSync(folder, { recursive: true })
  expect(await queryServer((await start()).url, "SELECT to_regclass('former_life') IS NOT NULL")).toBe(false)
  for (const server of running) await server.stop()
  await removePostgres(folder)
  rmSync(closed, { recursive: true })
  folder = given
})

test('creates a database once, and copies one from a template', async () => {
  copyDatabaseFiles()
  const server = await start()
  const template = await createDatabase(server.url, 'template_one')
  await queryServer(template, 'CREATE TABLE word AS SELECT 42 AS n')
  expect(await createDatabase(server.url, 'template_one')).toBe(template)
  const copies = await Promise.all(['a', 'b', 'c'].map((name) => createDatabase(server.url, name, 'template_one')))
  for (const copy of copies) expect(await queryServer(copy, 'SELECT n FROM word')).toBe(42)
  await expect(createDatabase(server.url, 'a', 'template_one')).rejects.toThrow('already exists')
  await expect(createDatabase(server.url, 'a"; DROP')).rejects.toThrow('Invalid database name')
})
