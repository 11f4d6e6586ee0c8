import { execFile } from 'node:child_process'
import path from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { COMMANDS } from './commands.ts'

const run = promisify(execFile)
const cli = path.join(import.meta.dirname, 'cli.ts')
const academy = (...args: string[]) => run(process.execPath, [cli, ...args])

test('lists every command with --help, and without a command', async () => {
  const { stdout } = await academy('--help')
  for (const [name, { summary }] of Object.entries(COMMANDS)) expect(stdout).toContain(`  ${name.padEnd(16)}${summary}`)
  expect((await academy()).stdout).toBe(stdout)
})

test.each(Object.entries(COMMANDS))('the help of %s shows its usage', (name, { help }) => {
  expect(help).toContain(`npx -y pnpm@10 academy ${name}`)
})

test.each(['grant', 'env:keys'])('%s --help prints its help without any settings', async (name) => {
  const { stdout } = await academy(name, '--help')
  expect(stdout).toBe(`\n${name} ${COMMANDS[name]?.summary}.\n${COMMANDS[name]?.help}\n\n`)
})

test('an unknown command prints the list and exits with code 1', async () => {
  await expect(academy('gratn')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('There is no command "gratn".') })
})

test('env:keys prints the keys that are made from SUPABASE_JWT_SECRET', async () => {
  const withSecret = (SUPABASE_JWT_SECRET: string) => run(process.execPath, [cli, 'env:keys'], { env: { SUPABASE_JWT_SECRET } })
  const keys = parseEnv((await withSecret('x'.repeat(32))).stdout)
  const roleOf = async (key = '') => (await jwtVerify(key, new TextEncoder().encode('x'.repeat(32)))).payload.role
  expect(await roleOf(keys.SUPABASE_SERVICE_ROLE_KEY)).toBe('service_role')
  expect(await roleOf(keys.VITE_AUTH_ANON_KEY)).toBe('anon')
  await expect(withSecret('')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('SUPABASE_JWT_SECRET is not set') })
})
