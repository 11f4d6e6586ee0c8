import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePorts } from './ports.ts'
import { startAcademy } from './start-academy.ts'

test('explains a Postgres server of the user that does not respond', async () => {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'academy-start-'))
  onTestFinished(() => rm(dataFolder, { recursive: true }))
  const databaseUrl = 'postgres://me:secret@127.0.0.1:1/postgres'
  await expect(startAcademy({ ports: await findFreePorts(), dataFolder, databaseUrl, mode: 'production' })).rejects.toMatchObject({
    name: 'CommandError',
    message: 'No Postgres responds at 127.0.0.1:1. Is it the right address, and is it running?',
  })
})
