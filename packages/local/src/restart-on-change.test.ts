import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { restartOnChange } from './restart-on-change.ts'

test('restarts the service after each save, also by an editor that replaces the file, but not after a save of a test', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-watch-'))
  const file = path.join(folder, 'module.ts')
  writeFileSync(file, 'one')
  const events: string[] = []
  const service = restartOnChange(
    () => {
      events.push('start')
      return { ended: new Promise<string>(() => {}), stop: async () => void events.push('stop') }
    },
    { folders: [folder], readyUrl: 'http://127.0.0.1:1/' },
  )
  const starts = () => events.filter((event) => event === 'start').length
  const replace = (text: string) => {
    writeFileSync(`${folder}.new`, text)
    renameSync(`${folder}.new`, file)
  }
  try {
    // the watcher needs time to start; a save before that is part of the first start
    await vi.waitFor(
      () => {
        if (starts() === 1) replace('two')
        expect(starts()).toBeGreaterThan(1)
      },
      { timeout: 60_000, interval: 300 },
    )
    // a save that the watcher reports late restarts it once more
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const before = starts()
    replace('three')
    await expect.poll(starts).toBe(before + 1)
    writeFileSync(path.join(folder, 'module.test.ts'), '')
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(starts()).toBe(before + 1)
    await service.stop()
    expect(events.at(-1)).toBe('stop')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a request waits for the service of the newest change, and learns why one ended', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-watch-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => errors.mockRestore())
  let isReady = false
  const server = createServer((_request, response) => response.writeHead(isReady ? 200 : 503).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const readyUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  let end = (_why: string): void => undefined
  const start = () => ({
    ended: new Promise<string>((resolve) => {
      end = resolve
    }),
    stop: async () => undefined,
  })
  const service = restartOnChange(start, { folders: [folder], readyUrl })
  onTestFinished(() => service.stop())
  const waiting = service.ready()
  await expect(Promise.race([waiting.then(() => 'ready'), new Promise((resolve) => setTimeout(resolve, 200, 'waits'))])).resolves.toBe(
    'waits',
  )
  isReady = true
  await waiting
  isReady = false
  const another = restartOnChange(start, { folders: [folder], readyUrl })
  onTestFinished(() => another.stop())
  end('The API ended by itself (exit code 1).')
  await expect(another.ready()).rejects.toThrow('The API ended by itself (exit code 1).')
  expect(errors.mock.calls).toEqual([['The API ended by itself (exit code 1). It starts again after the next change.']])
})
