import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { migrate } from '@academy/api/migrate'
import { createApiRole, startStandins } from '@academy/standins'
import { newTestDatabase } from '@academy/standins/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { projectRoot } from '../project-root.ts'
import { newDeployment } from './env-file.ts'
import { serviceFiles } from './services.ts'

const settings = (origin = 'https://academy.example.com') => newDeployment(origin, { isComposed: false })
const environmentOf = (files: Record<string, string>, name: string) => parseEnv(files[`${name}.env`] ?? '') as Record<string, string>

/** The settings without which GoTrue does not start (`required:"true"` in its internal/conf/configuration.go). */
const REQUIRED_BY_GOTRUE = ['API_EXTERNAL_URL', 'GOTRUE_DB_DATABASE_URL', 'GOTRUE_DB_DRIVER', 'GOTRUE_JWT_SECRET', 'GOTRUE_SITE_URL']

test('OPS-10 writes the settings and a unit of each process, with the addresses of this machine', () => {
  const env = settings()
  const files = serviceFiles(env)
  const units = ['academy-api.service', 'academy-auth.service', 'academy-web.service']
  expect(Object.keys(files).sort()).toEqual([...units, 'api.env', 'auth.env', 'databases.sql', 'web.env'])
  expect(Object.values(files).join('\n')).not.toMatch(/[@/](postgres|web|auth|api|mailbox):\d|0\.0\.0\.0|'mailbox'|\$\{/)
  expect(Object.keys(environmentOf(files, 'auth'))).toEqual(expect.arrayContaining(REQUIRED_BY_GOTRUE))
  expect(environmentOf(files, 'auth')).toMatchObject({
    GOTRUE_API_HOST: '127.0.0.1',
    GOTRUE_DB_DATABASE_URL: `postgres://supabase_auth_admin:${env.AUTH_DATABASE_PASSWORD}@127.0.0.1:5432/auth`,
    GOTRUE_MAILER_TEMPLATES_RECOVERY: 'http://127.0.0.1:3000/mail-templates/recovery.html',
    GOTRUE_SMTP_HOST: '127.0.0.1',
  })
  expect(environmentOf(files, 'api')).toMatchObject({
    HOST: '127.0.0.1',
    PORT: '3001',
    SUPABASE_URL: 'http://127.0.0.1:3000',
    TRUST_PROXY: '1',
  })
  expect(environmentOf(files, 'web')).toMatchObject({
    HOST: '127.0.0.1',
    PORT: '3000',
    API_UPSTREAM: 'http://127.0.0.1:3001',
    AUTH_UPSTREAM: 'http://127.0.0.1:9999',
    TRUST_PROXY: '1',
    WEB_FOLDER: path.join(projectRoot, 'apps/web/dist'),
  })
})

test('OPS-10 each process gets only its own password of the database, and the web server no secret', () => {
  const env = settings()
  const files = serviceFiles(env)
  const secrets = [
    'ACADEMY_DATABASE_PASSWORD',
    'API_DATABASE_PASSWORD',
    'AUTH_DATABASE_PASSWORD',
    'SUPABASE_JWT_SECRET',
    'SUPABASE_SERVICE_ROLE_KEY',
  ]
  const known = (name: string) => secrets.filter((secret) => files[`${name}.env`]?.includes(env[secret] ?? ''))
  expect(known('api')).toEqual(['API_DATABASE_PASSWORD', 'SUPABASE_JWT_SECRET', 'SUPABASE_SERVICE_ROLE_KEY'])
  expect(known('auth')).toEqual(['AUTH_DATABASE_PASSWORD', 'SUPABASE_JWT_SECRET'])
  expect(known('web')).toEqual([])
  expect(files['databases.sql']).toContain(`create role academy_api login password '${env.API_DATABASE_PASSWORD}'`)
})

test('OPS-10 a hosted auth service has no process here, and a value that no file can hold is named', () => {
  const { AUTH_UPSTREAM: _, ...hosted } = settings()
  expect(Object.keys(serviceFiles(hosted))).not.toContain('auth.env')
  expect(() => serviceFiles({ ...settings(), SMTP_HOST: '' })).toThrow(/SMTP_HOST is not set/)
  expect(() => serviceFiles({ ...settings(), VITE_ACADEMY_NAME: "Ada's $chool" })).toThrow(/contains a single quote together/)
  const named = serviceFiles({ ...settings(), VITE_ACADEMY_NAME: "Ada's" })
  expect(environmentOf(named, 'web').VITE_ACADEMY_NAME).toBe("Ada's")
})

/** Returns a port that no program listens on. */
async function freePort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return String(port)
}

/** Starts a process as its unit does, from the sources instead of the builds. */
function start(files: Record<string, string>, name: string, changes: Record<string, string>): void {
  const unit = files[`academy-${name}.service`] ?? ''
  const [node = '', ...args] = (/^ExecStart=(.*)$/m.exec(unit)?.[1] ?? '').replace('dist/server.js', 'src/server.ts').split(' ')
  const child = spawn(node, args, {
    cwd: /^WorkingDirectory=(.*)$/m.exec(unit)?.[1],
    env: { ...environmentOf(files, name), LOG_LEVEL: 'silent', ...changes },
    stdio: 'ignore',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
}

/** Builds a web app with one page, and a renderer without pages for visitors. */
function buildSmallWebApp(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-services-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><head><title>Name</title></head><div id="root"></div>')
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(
    path.join(folder, 'entry-server.js'),
    'export const findPage = () => undefined; export const cacheKey = () => undefined; export const isAppPath = () => true',
  )
  writeFileSync(path.join(folder, 'styles.json'), '[]')
  return folder
}

test('OPS-10 API and web server start with their files, and serve the academy at its address', async () => {
  const [webPort, apiPort] = [await freePort(), await freePort()]
  const origin = `http://127.0.0.1:${webPort}`
  const ownerUrl = await newTestDatabase('services')
  const databaseUrl = await createApiRole(ownerUrl)
  await migrate(ownerUrl, { apiDatabaseUrl: databaseUrl })
  const standins = await startStandins({ databaseUrl: await newTestDatabase('standins'), siteUrl: origin })
  onTestFinished(() => standins.stop())
  const files = serviceFiles({ ...settings(origin), DATABASE_URL: databaseUrl, AUTH_UPSTREAM: `${standins.url}/auth/v1` })

  const folder = buildSmallWebApp()
  start(files, 'api', { PORT: apiPort })
  start(files, 'web', { API_UPSTREAM: `http://127.0.0.1:${apiPort}`, WEB_FOLDER: folder, WEB_RENDERER_FOLDER: folder })
  const get = (where: string) => fetch(origin + where).catch(() => undefined)
  await expect.poll(async () => (await get('/api/ready'))?.status).toBe(200)
  expect(await (await get('/login'))?.text()).toContain(environmentOf(files, 'web').VITE_AUTH_ANON_KEY)
  expect((await get('/auth/v1/.well-known/jwks.json'))?.status).toBe(200)
})
