import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { removePostgres } from '@academy/standins'
import { localCommand } from './local-command.ts'
import { readSettings } from './settings.ts'

await localCommand(async () => {
  const { dataFolder } = readSettings(process.env)
  if (!existsSync(dataFolder)) return console.log('There is nothing to reset.')
  await removePostgres(path.join(dataFolder, 'postgres'))
  await rm(dataFolder, { recursive: true, force: true })
  console.log(`Removed ${dataFolder}. The next start creates new data.`)
})
