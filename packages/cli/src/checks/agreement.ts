import { hash } from 'node:crypto'
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { SessionChecks } from '@academy/contract/session-checks'
import { configFolder } from '../stored-login.ts'

type Env = NodeJS.ProcessEnv

/** Lists what checks run on this machine, one line each. */
export function whatRuns({ start, environment = {}, checks }: SessionChecks): string[] {
  const scripts = checks.filter(({ check }) => check === 'script').length
  return [
    ...(start === undefined ? [] : [`starts your project: ${start}`]),
    ...checks.flatMap((check) => (check.check === 'command' ? [`runs: ${check.command}`] : [])),
    ...Object.entries(environment).map(([name, value]) => `sets ${name}=${value}`),
    ...(scripts > 0
      ? [`runs ${scripts} of the academy's scripts, which may read this folder, change nothing and reach no other machine`]
      : []),
  ]
}

const fileOf = (env: Env): string => path.join(configFolder(env), 'agreed-checks')

/** Identifies what runs in a folder. */
const keyOf = async (checks: SessionChecks, folder: string): Promise<string> =>
  hash('sha256', JSON.stringify([await realpath(folder), checks]))

/** Returns whether the user agreed before to run exactly this in this folder. */
export async function isAgreed(checks: SessionChecks, folder: string, env: Env): Promise<boolean> {
  const agreed = await readFile(fileOf(env), 'utf8').catch(() => '')
  return agreed.split('\n').includes(await keyOf(checks, folder))
}

export async function saveAgreement(checks: SessionChecks, folder: string, env: Env): Promise<void> {
  await mkdir(configFolder(env), { recursive: true, mode: 0o700 })
  await writeFile(fileOf(env), `${await keyOf(checks, folder)}\n`, { flag: 'a', mode: 0o600 })
}
