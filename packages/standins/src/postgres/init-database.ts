import { spawnSync } from 'node:child_process'
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { type MajorVersion, programPath } from './binaries.ts'
import type { ServerLocation } from './places.ts'
import { environment } from './server-process.ts'

const UNFINISHED = 'initdb-'

const checkVersion = (data: string, major: MajorVersion): void => {
  const existingMajor = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  if (existingMajor === major) return
  throw new StartError(
    `The database in ${data} was created by Postgres ${existingMajor}, but Postgres ${major} is installed. Delete it (npx -y pnpm@10 run reset), or install Postgres ${existingMajor} again.`,
  )
}

/**
 * Creates the database files once. Creates them under another name and renames them when complete, so that a killed run leaves no partial
 * database.
 */
export const initDatabase = (location: ServerLocation, binaries: string, major: MajorVersion, durable: boolean): string => {
  const data = join(location.folder, 'data')
  for (const name of readdirSync(location.folder)) {
    if (name.startsWith(UNFINISHED)) rmSync(join(location.folder, name), { recursive: true, force: true })
  }
  if (existsSync(data)) {
    checkVersion(data, major)
    return data
  }
  const unfinished = mkdtempSync(join(location.folder, UNFINISHED))
  if (location.user !== undefined) chownSync(unfinished, location.user.uid, location.user.gid)
  const options = ['-D', unfinished, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-instructions']
  if (!durable) options.push('--no-sync')
  const result = spawnSync(programPath(binaries, 'initdb'), options, { encoding: 'utf8', cwd: '/', env: environment, ...location.user })
  if (result.status !== 0) {
    rmSync(unfinished, { recursive: true, force: true })
    const message = (result.stderr || result.error?.message || '').trim()
    const isUnknownUser = message.includes('could not look up effective user ID')
    throw new StartError(
      `Postgres could not create its database files in ${location.folder}. Its message:\n${message}${isUnknownUser ? '\nPostgres runs only as a user with an account on this machine. Use such a user, or set DATABASE_URL to a Postgres of your own.' : ''}`,
    )
  }
  // shows that the database is the academy's, also before the server first writes its log
  appendFileSync(join(location.folder, 'server.log'), '')
  renameSync(unfinished, data)
  return data
}
