import { readFileSync } from 'node:fs'
import path from 'node:path'
import { listSettings } from '@academy/api/config'
import { migrate } from '@academy/api/migrate'
import { WEB_SERVER_SETTINGS } from '@academy/web-server/config'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { projectRoot } from '../local/settings.ts'
import { newDeployment } from '../settings-guide/env-file.ts'
import { allSettings } from '../settings-guide/settings-guide.ts'
import { startServer } from '../testing/start-database.ts'

type Service = {
  image: string
  build?: { dockerfile: string }
  environment?: Record<string, string | null>
  depends_on?: Record<string, { condition: string; required?: boolean }>
  command?: string[]
  profiles?: string[]
  ports?: string[]
  healthcheck?: { test: string[] }
  read_only?: boolean
  cap_drop?: string[]
}

const text = readFileSync(path.join(projectRoot, 'docker-compose.yml'), 'utf8')
const compose = parse(text, { merge: true }) as { services: Record<string, Service>; configs: { databases: { content: string } } }
const { services } = compose
const environmentOf = (name: string) => services[name]?.environment ?? {}
const webAppSettings = allSettings().flatMap(({ name, readers }) => (readers.includes('web app') ? [name] : []))

/** As Compose fills in `${NAME:-otherwise}`, from the inside out. */
function filledIn(value: string, env: Record<string, string>): string {
  const once = value.replace(/\$\{(\w+)(?::-([^${}]*))?\}/g, (_, name: string, otherwise = '') => env[name] || otherwise)
  return once === value ? value : filledIn(once, env)
}

test('the API is given each of its settings, and the web server each of its own and of the web app', () => {
  expect(Object.keys(environmentOf('api')).sort()).toEqual(
    listSettings()
      .map(({ name }) => name)
      .sort(),
  )
  // The build that it serves is where the image has it.
  const expected = [...WEB_SERVER_SETTINGS, ...webAppSettings].filter((name) => name !== 'WEB_FOLDER')
  expect(Object.keys(environmentOf('web')).sort()).toEqual(expected.sort())
})

test('every variable that the file reads is in the guide, and so in .env.example', () => {
  const known = new Set(allSettings().map(({ name }) => name))
  const read = [...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)
  const passed = Object.values(services).flatMap(({ environment = {} }) =>
    Object.keys(environment).filter((name) => environment[name] === null),
  )
  expect([...read, ...passed].filter((name) => !known.has(name))).toEqual([])
  const forComposeAlone = allSettings().flatMap(({ name, readers }) => (readers.includes('compose') ? [name] : []))
  expect(forComposeAlone.filter((name) => name !== 'COMPOSE_PROFILES' && !read.includes(name))).toEqual([])
})

test('no setting that somebody forgot stops what does not need it, and hosted services need none of the services here', () => {
  expect(text).not.toMatch(/\$\{\w+:?\?/)
  for (const [name, { depends_on = {} }] of Object.entries(services))
    for (const [other, { required }] of Object.entries(depends_on)) {
      expect(services, `${name} needs ${other}`).toHaveProperty(other)
      if (services[other]?.profiles) expect(required, `${name} needs ${other}, which may not run here`).toBe(false)
    }
})

test('images have a version, are looked after, and ours can write nothing', () => {
  for (const [name, service] of Object.entries(services)) {
    if (!service.build) expect(service.image, name).toMatch(/:v?\d+\.\d+/)
    if (service.build) expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    // Those of ours bring their check along; `migrate` ends.
    if (!service.build) expect(service.healthcheck?.test.length, name).toBeGreaterThan(0)
    for (const port of service.ports ?? [])
      expect(port, `${name} is open to this machine alone`).toMatch(/^(127\.0\.0\.1|\$\{WEB_PUBLISH:-127\.0\.0\.1)/)
  }
  expect(services.migrate?.build?.dockerfile).toBe('apps/api/Dockerfile')
  expect(services.migrate?.command).toEqual(['node', 'dist/migrate.js'])
})

test('a new deployment with all services here is complete: containers find one another, and tokens are made for the API', () => {
  const env = newDeployment('https://academy.example.com')
  const of = (service: string, name: string) => filledIn(environmentOf(service)[name] ?? '', env)
  expect(of('api', 'DATABASE_URL')).toBe(`postgres://academy:${env.ACADEMY_DATABASE_PASSWORD}@postgres:5432/academy`)
  expect(of('migrate', 'DATABASE_URL')).toBe(of('api', 'DATABASE_URL'))
  expect(of('api', 'SUPABASE_URL')).toBe('http://web:3000')
  expect(of('auth', 'GOTRUE_JWT_ISSUER')).toBe(env.SUPABASE_JWT_ISSUER)
  expect(of('auth', 'GOTRUE_JWT_SECRET')).toBe(env.SUPABASE_JWT_SECRET)
  expect(of('auth', 'GOTRUE_URI_ALLOW_LIST')).toBe('https://academy.example.com/dashboard,https://academy.example.com/reset-password')
  expect(of('auth', 'GOTRUE_SMTP_HOST')).toBe('mailbox')
})

test('each user of the database has a password of its own, and each service knows its own alone', () => {
  const env = newDeployment('https://academy.example.com')
  const { POSTGRES_PASSWORD = '', ACADEMY_DATABASE_PASSWORD = '', AUTH_DATABASE_PASSWORD = '' } = env
  const passwords = { POSTGRES_PASSWORD, ACADEMY_DATABASE_PASSWORD, AUTH_DATABASE_PASSWORD }
  expect(new Set(Object.values(passwords)).size).toBe(3)
  for (const password of Object.values(passwords)) expect(password).toMatch(/^\w{48}$/)
  const knows = (name: string) => {
    const text = Object.entries(environmentOf(name)).map(([variable, value]) => filledIn(value ?? env[variable] ?? '', env))
    return Object.entries(passwords).flatMap(([which, password]) => (text.some((one) => one.includes(password)) ? [which] : []))
  }
  expect(Object.fromEntries(Object.keys(services).map((name) => [name, knows(name)]))).toEqual({
    postgres: ['POSTGRES_PASSWORD'],
    auth: ['AUTH_DATABASE_PASSWORD'],
    mailbox: [],
    migrate: ['ACADEMY_DATABASE_PASSWORD'],
    api: ['ACADEMY_DATABASE_PASSWORD'],
    web: [],
  })
  const made = filledIn(compose.configs.databases.content, env)
  expect(made).toContain(`create role academy login password '${ACADEMY_DATABASE_PASSWORD}'`)
  expect(made).toMatch(new RegExp(`create role supabase_auth_admin .* password '${AUTH_DATABASE_PASSWORD}'`))
  expect(made).not.toContain(POSTGRES_PASSWORD)
})

test('AUTH-13 AUTH-21 the auth service takes no password shorter than the pages do', () => {
  expect(environmentOf('auth').GOTRUE_PASSWORD_MIN_LENGTH).toBe('8')
})

test('with hosted services the same file points at them, by environment alone', () => {
  const env = { DATABASE_URL: 'postgres://hosted/db', SUPABASE_URL: 'https://x.supabase.co' }
  expect(filledIn(environmentOf('api').DATABASE_URL ?? '', env)).toBe('postgres://hosted/db')
  expect(filledIn(environmentOf('api').SUPABASE_URL ?? '', env)).toBe('https://x.supabase.co')
})

test('the databases are made as written: the API migrates as its own user, and neither service may look at the other', async () => {
  const server = await startServer()
  onTestFinished(server.stop)
  const secrets = { ACADEMY_DATABASE_PASSWORD: 'letters1and2digits', AUTH_DATABASE_PASSWORD: 'others3and4digits' }
  const [first = '', inAuth = ''] = filledIn(compose.configs.databases.content, secrets)
    // Tests may share a server; roles and databases belong to all of it.
    .replaceAll(/\b(academy|supabase_auth_admin|auth)\b/g, 'compose_$1')
    .split(/^\\connect .*$/m)
  const at = (user: string, database: string) => {
    const url = new URL(server.url)
    const password = { compose_academy: secrets.ACADEMY_DATABASE_PASSWORD, compose_supabase_auth_admin: secrets.AUTH_DATABASE_PASSWORD }[
      user
    ]
    Object.assign(url, { username: user, pathname: `/${database}`, password: password ?? '' })
    return url.href
  }
  const asking = async (url: string, statements: string) => {
    const sql = postgres(url, { max: 1, onnotice: () => undefined })
    try {
      for (const statement of statements.split(';').filter((part) => part.trim())) await sql.unsafe(statement)
    } finally {
      await sql.end()
    }
  }
  await asking(server.url, first)
  await asking(at(new URL(server.url).username, 'compose_auth'), inAuth)
  expect((await migrate(at('compose_academy', 'compose_academy'))).applied).toBeGreaterThan(0)
  await asking(at('compose_supabase_auth_admin', 'compose_auth'), 'create table users (id int); select 1 from compose_auth.users')
  await expect(asking(at('compose_supabase_auth_admin', 'compose_academy'), 'select 1')).rejects.toThrow(/permission denied/)
  await expect(asking(at('compose_academy', 'compose_auth'), 'select 1')).rejects.toThrow(/permission denied/)
})
