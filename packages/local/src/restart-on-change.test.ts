import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { restartOnChange } from './restart-on-change.ts'

test('restarts the service after each save, also by an editor that replaces the file, but not after a save of a test', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-watch-'))
  const file = path.join(folder, 'module.ts')
  writeFileSync(file, 'one')
  const events: string[] = []
  const service = restartOnChange(() => {
    events.push('start')
    return { ended: new Promise<string>(() => {}), stop: async () => void events.push('stop') }
  }, [folder])
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
