import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'

test('detects a killed pnpm although a shell in between is still running', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-ancestors-'))
  try {
    const ancestors = JSON.stringify(new URL('./ancestors.ts', import.meta.url).href)
    const program = path.join(folder, 'program.mjs')
    writeFileSync(
      program,
      `import { writeFileSync } from 'node:fs'; import { onParentExit } from ${ancestors}
       onParentExit(() => { writeFileSync('gone', ''); process.exit() }); writeFileSync('ready', ''); setInterval(() => {}, 1000)`,
    )
    const pnpm = path.join(folder, 'pnpm.mjs')
    writeFileSync(
      pnpm,
      `import { spawn } from 'node:child_process'; spawn('sh', ['-c', '"$0" program.mjs; true', process.execPath], { cwd: ${JSON.stringify(folder)}, stdio: 'ignore' })`,
    )
    const command = spawn(process.execPath, [pnpm], { stdio: 'ignore' })
    await expect.poll(() => existsSync(path.join(folder, 'ready'))).toBe(true)
    command.kill('SIGKILL')
    await vi.waitFor(() => expect(readFileSync(path.join(folder, 'gone'), 'utf8')).toBe(''), { timeout: 60_000 })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
