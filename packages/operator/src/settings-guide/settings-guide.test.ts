import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { listSettings, readConfig } from '@academy/api/config'
import { WEB_SERVER_SETTINGS } from '@academy/web-server/config'
import { jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { projectRoot } from '../project-root.ts'
import { envFile, newDeployment, roleKey } from './env-file.ts'
import type { Reader } from './setting.ts'
import { allSettings } from './settings-guide.ts'

const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8')
const readBy = (reader: Reader) =>
  allSettings()
    .flatMap(({ name, readers }) => (readers.includes(reader) ? [name] : []))
    .sort()
const parseEnvFile = (text: string) =>
  [...text.matchAll(/^(#?)([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, commentMark, name = '', value = '']) => ({
    isSet: commentMark === '',
    name,
    value,
  }))

test('describes exactly the variables that the API, the web server and the web app read', () => {
  expect(readBy('api')).toEqual(
    listSettings()
      .map(({ name }) => name)
      .sort(),
  )
  expect(readBy('web server')).toEqual([...WEB_SERVER_SETTINGS].sort())
  const sources = ['apps/web/vite.config.ts', ...globSync('apps/web/src/**/*.{ts,tsx}', { cwd: projectRoot })].filter(
    (file) => !/\.test\.tsx?$/.test(file),
  )
  const usedInWebApp = new Set(sources.flatMap((file) => read(file).match(/\bVITE_[A-Z_]*[A-Z]\b/g) ?? []))
  expect(readBy('web app')).toEqual([...usedInWebApp].sort())
  expect(new Set(allSettings().map(({ name }) => name)).size).toBe(allSettings().length)
})

test('.env.example contains every setting once, and required ones are not commented out', () => {
  expect(read('.env.example'), 'update it with npx -y pnpm@10 academy env:example').toBe(envFile())
  const lines = parseEnvFile(envFile())
  expect(lines.map(({ name }) => name).sort()).toEqual(
    allSettings()
      .map(({ name }) => name)
      .sort(),
  )
  expect(lines.flatMap(({ isSet, name }) => (isSet ? [name] : []))).toEqual(
    listSettings()
      .flatMap(({ name, isRequired }) => (isRequired ? [name] : []))
      .sort((a, b) => lines.findIndex(({ name }) => name === a) - lines.findIndex(({ name }) => name === b)),
  )
})

test('.env.example has the defaults of the API', () => {
  const lines = new Map(parseEnvFile(envFile()).map(({ name, value }) => [name, value]))
  for (const { name, byDefault } of listSettings()) if (byDefault) expect([name, lines.get(name)]).toEqual([name, byDefault])
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
