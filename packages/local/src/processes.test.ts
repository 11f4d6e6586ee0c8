import { fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CommandError } from '@academy/operator'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { run, startNodeService, waitUntilReady } from './processes.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'academy-processes-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const program = (name: string, source: string): string => {
  const file = path.join(folder, `${name}.mjs`)
  writeFileSync(file, source)
  return file
}

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const pidIn = (file: string) =>
  vi.waitFor(() => Number(readFileSync(path.join(folder, file), 'utf8') || Number.NaN), { timeout: 60_000, interval: 20 })

const idle = () =>
  program(
    'idle',
    `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(path.join(folder, 'pid'))}, String(process.pid)); setInterval(() => {}, 1000)`,
  )

test('a failed command throws an error with its output', async () => {
  const file = program('fails', "console.error('the reason'); process.exit(3)")
  await expect(run(process.execPath, [file], { what: 'The build' })).rejects.toThrow(
    new CommandError('the reason\n\nThe build failed (exit code 3).'),
  )
})

test('a stopped service has ended, and does not count as ended by itself', async () => {
  const service = startNodeService(idle(), { name: 'API', env: {} })
  const pid = await pidIn('pid')
  await service.stop()
  expect(alive(pid)).toBe(false)
  expect(await service.ended).toBe('')
})

test('a service that ends by itself rejects the wait for its readiness', async () => {
  const service = startNodeService(program('ends', 'process.exit(7)'), { name: 'API', env: {} })
  await expect(waitUntilReady('http://127.0.0.1:9/', service)).rejects.toThrow('The API ended by itself (exit code 7).')
})

test('a service does not outlive a parent that was killed', async () => {
  const parent = program(
    'parent',
    `import { startNodeService } from ${JSON.stringify(new URL('./processes.ts', import.meta.url).href)}; startNodeService(${JSON.stringify(idle())}, { name: 'API', env: {} })`,
  )
  const killed = fork(parent)
  const pid = await pidIn('pid')
  killed.kill('SIGKILL')
  await expect.poll(() => alive(pid)).toBe(false)
})
