import { existsSync } from 'node:fs'
import { readdir, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { CommandError, removeLocalSettings } from '@academy/operator'
import { removePostgres } from '@academy/standins'
import { localCommand } from './local-command.ts'
import { databasesOnOwnServer, readSettings } from './settings.ts'

/** Removes what the local academy stored in its data folder, and says so. */
async function removeData(dataFolder: string): Promise<void> {
  if (!existsSync(dataFolder)) return console.log('There is nothing to reset.')
  await removePostgres(path.join(dataFolder, 'postgres'))
  removeLocalSettings(dataFolder)
  // an operator may keep other files in the folder
  if ((await readdir(dataFolder)).length > 0) return console.log(`Removed the academy's data from ${dataFolder}. Other files stay there.`)
  await rmdir(dataFolder)
  console.log(`Removed ${dataFolder}. The next start creates new data.`)
}

await localCommand(async () => {
  const settings = readSettings(process.env)
  const databases = databasesOnOwnServer(settings)
  if (databases !== undefined)
    throw new CommandError(
      `Nothing was removed: DATABASE_URL is set, so the data is in ${databases}. Drop them there to start with new data.`,
    )
  await removeData(settings.dataFolder)
})
