import { once } from 'node:events'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type FSWatcher, watch } from 'chokidar'
import { expect, onTestFinished, test, vi } from 'vitest'
import { restartOnChange } from './restart-on-change.ts'

// keeps the real watcher, and lets the tests see its events
vi.mock('chokidar', { spy: true })

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
    const watcher = vi.mocked(watch).mock.results[0]?.value as FSWatcher
    const saved = new Set<string>()
    watcher.on('all', (_event, changed) => saved.add(path.basename(changed)))
    await once(watcher, 'ready')
    for (const text of ['two', 'three']) {
      const before = starts()
      replace(text)
      await expect.poll(starts).toBeGreaterThan(before)
    }
    writeFileSync(path.join(folder, 'module.test.ts'), '')
    // the watcher reports saves in their order
    writeFileSync(path.join(folder, 'later.ts'), '')
    await expect.poll(() => [...saved]).toContain('later.ts')
    expect([...saved]).toEqual(['module.ts', 'later.ts'])
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
  let refusals = 0
  const server = createServer((_request, response) => {
    if (!isReady) refusals += 1
    response.writeHead(isReady ? 200 : 503).end()
  })
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
  const isDone = vi.fn()
  const waiting = service.ready().then(isDone)
  // it asks again after the first refusal
  await expect.poll(() => refusals).toBeGreaterThan(1)
  expect(isDone).not.toHaveBeenCalled()
  isReady = true
  await waiting
  isReady = false
  const another = restartOnChange(start, { folders: [folder], readyUrl })
  onTestFinished(() => another.stop())
  end('The API ended by itself (exit code 1).')
  await expect(another.ready()).rejects.toThrow('The API ended by itself (exit code 1).')
  expect(errors.mock.calls).toEqual([['The API ended by itself (exit code 1). It starts again after the next change.']])
})
