import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { CommandError } from './command-error.ts'
import { projectRoot } from './project-root.ts'

export type Environment = Record<string, string | undefined>

/** Returns the folder that holds the data of the local academy: ACADEMY_DATA, by default `.academy`. */
export const dataFolderOf = (env: Environment): string => path.resolve(projectRoot, env.ACADEMY_DATA || '.academy')

const settingsFile = (dataFolder: string): string => path.join(dataFolder, 'operator-settings.json')

/** Removes the record of a local academy's settings. */
export const removeLocalSettings = (dataFolder: string): void => rmSync(settingsFile(dataFolder), { force: true })

/** Records the settings of the running local academy for commands with `--local`. Returns a function that removes the record. */
export function recordLocalSettings(dataFolder: string, settings: Record<string, string>): () => void {
  writeFileSync(settingsFile(dataFolder), JSON.stringify(settings), { mode: 0o600 })
  return () => removeLocalSettings(dataFolder)
}

/** Returns the text of `.env`, without the byte order mark of some Windows editors, as Docker Compose reads it; empty if there is none. */
export function readEnvFile(folder = projectRoot): string {
  const file = path.join(folder, '.env')
  return existsSync(file) ? readFileSync(file, 'utf8').replace(/^\uFEFF/, '') : ''
}

/** Returns whether the settings are of a deployment with Docker Compose. */
export const isComposed = (env: Environment): boolean => Boolean(env.COMPOSE_PROFILES || env.WEB_PUBLISH)

/**
 * Returns the settings of a deployment: the environment, and `.env` for variables that the environment does not set. With `local` returns
 * the settings of the local academy instead and ignores `.env`, so that a local command never reaches a deployment.
 * @throws CommandError with `local` when no academy runs from this checkout.
 */
export function readEnvironment({
  local,
  env = process.env,
  folder = projectRoot,
}: {
  local: boolean
  env?: Environment
  folder?: string
}): Environment {
  if (local) {
    const file = settingsFile(dataFolderOf(env))
    if (!existsSync(file)) throw new CommandError('No academy runs from this checkout. Start it first: npx -y pnpm@10 start')
    return JSON.parse(readFileSync(file, 'utf8')) as Environment
  }
  const settings = { ...parseEnv(readEnvFile(folder)), ...env }
  // docker-compose.yml sets it for the API, whatever .env says
  return isComposed(settings) ? { ...settings, TRUST_PROXY: '1' } : settings
}
