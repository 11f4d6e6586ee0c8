import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { claim, stopLeftover } from './owner.ts'
import { findHome, removeData } from './places.ts'

/**
 * Removes the data of a Postgres that `startPostgres` made, and stops what a killed run left running on it.
 * Throws a StartError if it is in use by a running process, or may not be removed.
 */
export const removePostgres = async (dataFolder: string): Promise<void> => {
  const folder = resolve(dataFolder)
  if (!existsSync(folder)) return
  const home = findHome(folder)
  claim(home.folder)
  await stopLeftover(join(home.folder, 'data'))
  removeData(folder)
}
