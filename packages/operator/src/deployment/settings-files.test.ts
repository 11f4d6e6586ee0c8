import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readConfig } from '@academy/api/config'
import { OTHER_CONNECTIONS } from '@academy/api/connections'
import { allSettings, defaultOf, isRequired, settingsOf } from '@academy/settings'
import { jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { projectRoot } from '../project-root.ts'
import { envFile, newDeployment, roleKey } from './env-file.ts'
import { settingsFiles } from './settings-files.ts'

const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8')
const parseEnvFile = (text: string) =>
  [...text.matchAll(/^(#?)([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, commentMark, name = '', value = '']) => ({
    isSet: commentMark === '',
    name,
    value,
  }))
const lines = parseEnvFile(envFile())

test.each(Object.entries(settingsFiles()))('%s has all settings, as they are declared', (file, text) => {
  expect(read(file), 'update it with npx -y pnpm@10 academy env:generate').toBe(text)
})

test('declares exactly the settings that the web app reads', () => {
  const sources = ['apps/web/vite.config.ts', ...globSync('apps/web/src/**/*.{ts,tsx}', { cwd: projectRoot })].filter(
    (file) => !/\.test\.tsx?$/.test(file),
  )
  const usedInWebApp = new Set(
    sources.flatMap((file) => read(file).match(/\bVITE_[A-Z_]*[A-Z]\b|(?<=\bimport\.meta\.env\.)[A-Z_]+/g) ?? []),
  )
  expect(
    settingsOf('web app')
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...usedInWebApp].sort())
})

test.each([
  ['api', 'apps/api/src/config.ts'],
  ['commands', 'apps/api/src/database-urls.ts'],
  ['web server', 'apps/web-server/src/config.ts'],
] as const)('each setting of the %s is read in %s', (reader, file) => {
  const source = read(file)
  const unread = settingsOf(reader).filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(source))
  expect(unread.filter(({ name }) => !name.startsWith('STRIPE_PRICE_')).map(({ name }) => name)).toEqual([])
})

test('.env.example contains every setting once, with its default; those that the API requires are not commented out', () => {
  expect(lines.map(({ name }) => name)).toEqual(allSettings().map(({ name }) => name))
  expect(lines.filter(({ isSet }) => isSet).map(({ name }) => name)).toEqual(
    settingsOf('api').flatMap((setting) => (isRequired(setting) ? [setting.name] : [])),
  )
  const values = new Map(lines.map(({ name, value }) => [name, value]))
  for (const setting of allSettings())
    if (defaultOf(setting)) expect([setting.name, values.get(setting.name)]).toEqual([setting.name, defaultOf(setting)])
})

test('the size of the connection pool takes account of the other connections', () => {
  const numbers = allSettings()
    .find(({ name }) => name === 'DATABASE_POOL_SIZE')
    ?.value.match(/\d+/g)
  const { listening, content, checkouts, syncs } = OTHER_CONNECTIONS
  expect(numbers?.map(Number)).toEqual([listening + content + checkouts + syncs, listening, content, checkouts, syncs])
})

test('a new deployment has valid settings and keys for both roles', async () => {
  const values = newDeployment('https://academy.example.com')
  const config = readConfig(
    Object.fromEntries(parseEnvFile(envFile(values)).flatMap(({ isSet, name, value }) => (isSet ? [[name, value]] : []))),
  )
  expect(config).toMatchObject({ webOrigin: 'https://academy.example.com', auth: { issuer: 'https://academy.example.com/auth/v1' } })
  const secret = new TextEncoder().encode(values.SUPABASE_JWT_SECRET)
  expect((await jwtVerify(values.SUPABASE_SERVICE_ROLE_KEY ?? '', secret)).payload).toMatchObject({ role: 'service_role' })
  expect((await jwtVerify(roleKey('anon', 'x'.repeat(32)), new TextEncoder().encode('x'.repeat(32)))).payload).toMatchObject({
    role: 'anon',
  })
  expect(newDeployment('https://academy.example.com').POSTGRES_PASSWORD).not.toBe(values.POSTGRES_PASSWORD)
})
