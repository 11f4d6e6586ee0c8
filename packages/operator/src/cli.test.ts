import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { COMMANDS } from './commands.ts'

const run = promisify(execFile)
const academy = (...args: string[]) => run(process.execPath, [path.join(import.meta.dirname, 'cli.ts'), ...args])

test('lists every command with --help, and without a command', async () => {
  const { stdout } = await academy('--help')
  for (const [name, { summary }] of Object.entries(COMMANDS)) expect(stdout).toContain(`  ${name.padEnd(16)}${summary}`)
  expect((await academy()).stdout).toBe(stdout)
})

test.each(Object.keys(COMMANDS))('%s --help prints its usage without any settings', async (name) => {
  expect((await academy(name, '--help')).stdout).toContain(`npx -y pnpm@10 academy ${name}`)
})

test('an unknown command prints the list and exits with code 1', async () => {
  await expect(academy('gratn')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('There is no command "gratn".') })
})
