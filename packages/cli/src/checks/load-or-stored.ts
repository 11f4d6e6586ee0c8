import { hash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { replaceFile } from '../replace-file.ts'
import { configFolder } from '../stored-login.ts'
import { mayPassLater } from './send-results.ts'

/** Loads a value from an academy and stores it. Returns the stored value while the academy does not answer. */
export async function loadOrStored<T>(env: NodeJS.ProcessEnv, key: string, load: () => Promise<T>): Promise<T> {
  const folder = path.join(configFolder(env), 'checks')
  const file = path.join(folder, `${hash('sha256', key)}.json`)
  try {
    const value = await load()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await replaceFile(file, JSON.stringify(value))
    return value
  } catch (error) {
    if (!mayPassLater(error)) throw error
    try {
      return JSON.parse(await readFile(file, 'utf8')) as T
    } catch {
      // nothing is stored, or it is not readable
      throw error
    }
  }
}
