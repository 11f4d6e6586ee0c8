import { access, constants, mkdir, readFile, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { CliError, hasCode } from './cli-error.ts'
import { replaceFile } from './replace-file.ts'

/** The academy to which the user signed in, and the token for it. */
type StoredLogin = { url: string; token: string }

type Env = NodeJS.ProcessEnv

/** Returns the folder for settings on this system. */
export function configFolder(env: Env, platform: NodeJS.Platform = process.platform, home = homedir()): string {
  if (platform === 'win32') return path.win32.join(env.APPDATA || path.win32.join(home, 'AppData', 'Roaming'), 'vca')
  if (platform === 'darwin' && !env.XDG_CONFIG_HOME) return path.posix.join(home, 'Library', 'Application Support', 'vca')
  return path.posix.join(env.XDG_CONFIG_HOME || path.posix.join(home, '.config'), 'vca')
}

export const loginFile = (env: Env): string => path.join(configFolder(env), 'login.json')

/** Returns the stored login; undefined if there is none. Throws for a file that it cannot read. */
export async function readLogin(env: Env): Promise<StoredLogin | undefined> {
  const file = loginFile(env)
  try {
    const { url, token } = JSON.parse(await readFile(file, 'utf8')) as Partial<StoredLogin>
    if (typeof url === 'string' && typeof token === 'string') return { url, token }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    if (!(error instanceof SyntaxError)) throw new CliError(`Could not read ${file}. Check its permissions.`, undefined, { cause: error })
  }
  throw new CliError(`${file} is damaged. Run \`vca login\` to write it again.`)
}

/** Creates the folder of the login. Throws if the login could not be stored there, before the academy creates a token. */
export async function prepareLoginFolder(env: Env): Promise<void> {
  const folder = path.dirname(loginFile(env))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await access(folder, constants.W_OK)
}

/** Stores a login, in the folder of `prepareLoginFolder`, in a file that only this user can read. */
export const writeLogin = (env: Env, login: StoredLogin): Promise<void> =>
  replaceFile(loginFile(env), `${JSON.stringify(login, null, 2)}\n`)

/** Removes the stored login. Returns whether there was one. */
export async function removeLogin(env: Env): Promise<boolean> {
  try {
    await rm(loginFile(env))
    return true
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}
