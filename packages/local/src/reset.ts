import { existsSync } from 'node:fs'
import { readdir, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { removeLocalSettings } from '@academy/operator'
import { removePostgres } from '@academy/standins'
import { localCommand } from './local-command.ts'
import { readSettings } from './settings.ts'

await localCommand(async () => {
  const { dataFolder } = readSettings(process.env)
  if (!existsSync(dataFolder)) return console.log('There is nothing to reset.')
  await removePostgres(path.join(dataFolder, 'postgres'))
  removeLocalSettings(dataFolder)
  // an operator may keep other files in the folder
  if ((await readdir(dataFolder)).length > 0) return console.log(`Removed the academy's data from ${dataFolder}. Other files stay there.`)
  await rmdir(dataFolder)
  console.log(`Removed ${dataFolder}. The next start creates new data.`)
})
