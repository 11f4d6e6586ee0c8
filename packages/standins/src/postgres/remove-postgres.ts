import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { claim, stopLeftover } from './owner.ts'
import { chooseLocation, removeData } from './places.ts'

/**
 * Removes the data of a Postgres server that `startPostgres` created, and stops a server that a killed run left behind.
 * Keeps other files. Throws a StartError if a running process uses the data, `startPostgres` did not create it, or the files cannot be removed.
 */
export const removePostgres = async (dataFolder: string): Promise<void> => {
  const folder = resolve(dataFolder)
  if (!existsSync(folder)) return
  const location = chooseLocation(folder)
  claim(location.folder)
  await stopLeftover(join(location.folder, 'data'))
  removeData(folder)
}
