import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { checkpoint } from '../project/checkpoints.ts'

/** Writes files, by their paths, into a folder. */
export function writeFiles(folder: string, files: Iterable<[string, string]>) {
  for (const [name, content] of files) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), content)
  }
}

/** Writes the board of a checkpoint into a new folder. Returns its path. */
export function boardOf(session: string): string {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'academy-board-')), 'signal-board')
  onTestFinished(() => rmSync(path.dirname(folder), { recursive: true }))
  mkdirSync(folder)
  writeFiles(folder, checkpoint(session))
  return folder
}

export async function node(
  folder: string,
  parameters: string[],
  { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
) {
  const child = spawn(process.execPath, parameters, {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: '', FORCE_COLOR: '0', ...env },
  })
  child.stdin.end(input)
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { status: child.exitCode, stdout, stderr }
}

type Seen = { seen: Record<string, string | string[]>[]; focused?: string; stored: Record<string, string> }

/** Runs the steps on the page of a board. Returns the texts of the elements that the steps name in `see`. */
export async function use(folder: string, steps: object[], env: Record<string, string> = {}): Promise<Seen> {
  const page = path.resolve(import.meta.dirname, 'mini-page.ts')
  const { stdout, stderr } = await node(folder, [page, folder], { input: JSON.stringify(steps), env })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as Seen
}

export const linesOf = (seen: Seen['seen'][number] | undefined, id: string): string[] => [seen?.[id] ?? []].flat()

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

export const KEYS = { PROVIDER: 'http://localhost:4000', CLIENT_ID: 'board', CLIENT_SECRET: 'made-up', MAIL_KEY: 'made-up' }

/** Starts the server of a board on a free port and returns its address. */
export async function serve(folder: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['server.js'], {
    cwd: folder,
    env: { ...process.env, ...KEYS, PORT: '0', NODE_OPTIONS: '', ...env },
  })
  onTestFinished(() => void child.kill())
  let errors = ''
  child.stderr.on('data', (data) => (errors += String(data)))
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (data) => resolve(String(data)))
    child.once('close', () => reject(new Error(errors)))
  })
  return line.slice(line.indexOf('http')).trim().replace(/\/$/, '')
}

/** Stores a session for Ana in the database of a board. Returns its token. */
export async function createSession(folder: string): Promise<string> {
  const code = `
    import { beginSession, invite, openMembers } from './members.js'
    import { openStore } from './store.js'
    const db = openStore('notes.db')
    openMembers(db)
    invite(db, 'ana@board.example', 'Ana', 'owner')
    console.log(beginSession(db, 'ana@board.example', Math.floor(Date.now() / 1000)))`
  return (await node(folder, ['--input-type=module', '-e', code])).stdout.trim()
}
