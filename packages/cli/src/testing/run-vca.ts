import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { writeCli } from '../../build/write-cli.ts'

type Run = {
  input?: string
  env?: Record<string, string>
  /** The working folder. */
  cwd?: string
  /** Called with the whole standard error so far, after each new chunk. */
  onError?: (text: string) => void
}
export type Outcome = { code: number | null; stdout: string; stderr: string }

/**
 * Builds the published command line for a test file. Returns a function that runs it in a pipe, with the settings in `home`.
 */
export async function buildVca() {
  const home = await mkdtemp(path.join(tmpdir(), 'academy-cli-'))
  afterAll(() => rm(home, { recursive: true, force: true }))
  await writeCli(path.join(home, 'dist'))
  const binary = path.join(home, 'dist/index.js')

  const vca = (args: string[], { input = '', env = {}, cwd, onError }: Run = {}): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [binary, ...args], {
        ...(cwd !== undefined && { cwd }),
        env: { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: path.join(home, 'config'), ...env },
      })
      const output = { stdout: '', stderr: '' }
      for (const stream of ['stdout', 'stderr'] as const) {
        child[stream].setEncoding('utf8').on('data', (chunk: string) => {
          output[stream] += chunk
          if (stream === 'stderr') onError?.(output.stderr)
        })
      }
      child.on('error', reject)
      child.on('close', (code) => resolve({ code, ...output }))
      child.stdin.end(input)
    })
  return { home, binary, vca }
}
