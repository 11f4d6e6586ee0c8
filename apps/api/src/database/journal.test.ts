import { glob } from 'node:fs/promises'
import { resolve } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { expect, test } from 'vitest'
import config from '../../drizzle.config.ts'
import { bundledMigrations } from './journal.ts'

const api = resolve(import.meta.dirname, '../..')

test('no table was changed without a migration', async () => {
  const tables: Record<string, unknown> = {}
  for await (const file of glob(String(config.schema), { cwd: api })) {
    Object.assign(tables, await import(resolve(api, file)))
  }
  expect(tables).toHaveProperty('accounts')
  const newest = String(bundledMigrations.length - 1).padStart(4, '0')
  const { default: snapshot } = await import(`../../drizzle/meta/${newest}_snapshot.json`)
  expect(await generateMigration(snapshot, generateDrizzleJson(tables)), 'run npx -y pnpm@10 db:generate').toEqual([])
})
