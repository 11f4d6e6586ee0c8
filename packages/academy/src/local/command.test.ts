import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readBackupSettings } from '../backups/backup-settings.ts'
import { readGrantCommand } from '../grants/grant-settings.ts'
import { operatorCommand } from './command.ts'

const deployed = 'postgres://academy:secret@db.example.test/academy'

/** Which database a command acts on, called with `args` where a deployment's .env lies. */
async function databaseOf(args: string[], read: (args: string[]) => { databaseUrl: string }): Promise<string | undefined> {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-command-'))
  vi.stubEnv('DATABASE_URL', undefined)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  writeFileSync(path.join(folder, '.env'), `DATABASE_URL=${deployed}\n`)
  let databaseUrl: string | undefined
  await operatorCommand(
    async () => {
      databaseUrl = read(args).databaseUrl
    },
    { args, folder },
  )
  return databaseUrl
}

const commands: [string, string[], (args: string[]) => { databaseUrl: string }][] = [
  ...(['grant', 'revoke'] as const).map((act): (typeof commands)[number] => [
    act,
    ['ada@example.test', 'vip', '--reason', 'x'],
    (args) => readGrantCommand(act, args, process.env),
  ]),
  ...(['backup', 'restore'] as const).map((act): (typeof commands)[number] => [
    act,
    ['academy.backup.gz'],
    (args) => readBackupSettings(act, args, process.env),
  ]),
]

test.each(commands)(
  '%s acts on the deployment of .env, and with --local on the academy of this machine alone',
  async (_act, args, read) => {
    expect(await databaseOf(args, read)).toBe(deployed)
    expect(await databaseOf([...args, '--local'], read)).toMatch(/^postgres:\/\/postgres@127\.0\.0\.1:\d+\/academy$/)
  },
)
