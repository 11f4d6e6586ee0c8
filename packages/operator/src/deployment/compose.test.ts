import { GRACE_MS } from '@academy/api/config'
import { migrate } from '@academy/api/migrate'
import { allSettings, settingsOf } from '@academy/settings'
import { mailTemplateSettings } from '@academy/web-server/mail-templates'
import postgres from 'postgres'
import { expect, inject, test } from 'vitest'
import { newDeployment } from './env-file.ts'
import { interpolate, parseCompose, readComposeText } from './read-compose.ts'

const text = readComposeText()
const compose = parseCompose(text)
const { services } = compose
const environmentOf = (name: string) => services[name]?.environment ?? {}

test('reads only variables that the guide describes', () => {
  const documented = new Set(allSettings().map(({ name }) => name))
  const read = [...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)
  const passed = Object.values(services).flatMap(({ environment = {} }) =>
    Object.keys(environment).filter((name) => environment[name] === null),
  )
  expect([...read, ...passed].filter((name) => !documented.has(name))).toEqual([])
  const unread = settingsOf('compose').filter(({ name }) => name !== 'COMPOSE_PROFILES' && !read.includes(name))
  expect(unread).toEqual([])
})

test('a missing setting stops only its service, and hosted services need no local one', () => {
  expect(text).not.toMatch(/\$\{\w+:?\?/)
  for (const [name, { depends_on = {} }] of Object.entries(services))
    for (const [other, { required }] of Object.entries(depends_on)) {
      expect(services, `${name} needs ${other}`).toHaveProperty(other)
      if (services[other]?.profiles) expect(required, `${name} needs ${other}, which may not run here`).toBe(false)
    }
})

test('EDGE-07 images are pinned, health-checked and limited in memory, processes and rights', () => {
  for (const [name, service] of Object.entries(services)) {
    if (!service.build) expect(service.image, name).toMatch(/:v?\d+\.\d+\S*@sha256:[0-9a-f]{64}$/)
    expect(service.mem_limit, name).toMatch(/^\d+[mg]$/)
    // Compose copies the statements for the databases into the container of Postgres, which it cannot if that is read-only
    expect(service, name).toMatchObject({
      cap_drop: ['ALL'],
      pids_limit: expect.any(Number),
      ...(name !== 'postgres' && { read_only: true }),
    })
    expect(service.cap_add ?? [], name).toEqual(name === 'postgres' ? ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'] : [])
    // our images contain their health check; `migrate` exits
    if (!service.build) expect(service.healthcheck?.test.length, name).toBeGreaterThan(0)
    for (const port of service.ports ?? [])
      expect(port, `${name} is open to this machine alone`).toMatch(/^(127\.0\.0\.1|\$\{WEB_PUBLISH:-127\.0\.0\.1)/)
  }
  expect(services.migrate?.build?.dockerfile).toBe('apps/api/Dockerfile')
  expect(services.migrate?.command).toEqual(['node', 'dist/migrate.js'])
})

test.each(['', '60', '300'])('Docker gives the API time for DRAIN_SECONDS=%s and its running requests', (DRAIN_SECONDS) => {
  // Compose adds up the parts of a duration
  const parts = interpolate(services.api?.stop_grace_period ?? '', { DRAIN_SECONDS }).matchAll(/(\d+)s/g)
  const seconds = [...parts].reduce((sum, [, part]) => sum + Number(part), 0)
  expect(seconds).toBeGreaterThan(Number(DRAIN_SECONDS) + GRACE_MS / 1000)
})

test('a new deployment with all local services has consistent URLs and tokens', () => {
  const env = newDeployment('https://academy.example.com')
  const of = (service: string, name: string) => interpolate(environmentOf(service)[name] ?? '', env)
  expect(of('api', 'DATABASE_URL')).toBe(`postgres://academy_api:${env.API_DATABASE_PASSWORD}@postgres:5432/academy`)
  expect(of('migrate', 'DATABASE_URL')).toBe(of('api', 'DATABASE_URL'))
  expect(of('migrate', 'DATABASE_OWNER_URL')).toBe(`postgres://academy:${env.ACADEMY_DATABASE_PASSWORD}@postgres:5432/academy`)
  expect(of('api', 'SUPABASE_URL')).toBe('http://web:3000')
  expect(of('auth', 'GOTRUE_JWT_ISSUER')).toBe(env.SUPABASE_JWT_ISSUER)
  expect(of('auth', 'GOTRUE_JWT_SECRET')).toBe(env.SUPABASE_JWT_SECRET)
  expect(of('auth', 'GOTRUE_URI_ALLOW_LIST')).toBe('https://academy.example.com/dashboard,https://academy.example.com/reset-password')
  expect(of('auth', 'GOTRUE_SMTP_HOST')).toBe('mailbox')
})

test('each database role has its own password, and each service knows only its own', () => {
  const env = newDeployment('https://academy.example.com')
  const { POSTGRES_PASSWORD = '', ACADEMY_DATABASE_PASSWORD = '', API_DATABASE_PASSWORD = '', AUTH_DATABASE_PASSWORD = '' } = env
  const passwords = { POSTGRES_PASSWORD, ACADEMY_DATABASE_PASSWORD, API_DATABASE_PASSWORD, AUTH_DATABASE_PASSWORD }
  expect(new Set(Object.values(passwords)).size).toBe(4)
  for (const password of Object.values(passwords)) expect(password).toMatch(/^\w{48}$/)
  const knows = (name: string) => {
    const text = Object.entries(environmentOf(name)).map(([variable, value]) => interpolate(value ?? env[variable] ?? '', env))
    return Object.entries(passwords).flatMap(([which, password]) => (text.some((line) => line.includes(password)) ? [which] : []))
  }
  expect(Object.fromEntries(Object.keys(services).map((name) => [name, knows(name)]))).toEqual({
    postgres: ['POSTGRES_PASSWORD'],
    auth: ['AUTH_DATABASE_PASSWORD'],
    mailbox: [],
    migrate: ['ACADEMY_DATABASE_PASSWORD', 'API_DATABASE_PASSWORD'],
    api: ['API_DATABASE_PASSWORD'],
    web: [],
  })
  const databaseScript = interpolate(compose.configs.databases.content, env)
  expect(databaseScript).toContain(`create role academy login password '${ACADEMY_DATABASE_PASSWORD}'`)
  expect(databaseScript).toMatch(new RegExp(`create role supabase_auth_admin .* password '${AUTH_DATABASE_PASSWORD}'`))
  expect(databaseScript).not.toContain(POSTGRES_PASSWORD)
})

test('SIGNIN-01 SIGNIN-02 the auth service requires the current password, and mails a notification of the new one', () => {
  expect(environmentOf('auth')).toMatchObject({
    GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: 'true',
    GOTRUE_MAILER_NOTIFICATIONS_PASSWORD_CHANGED_ENABLED: 'true',
  })
  // versions before 2.187 ignore the first setting; those before 2.189 also require the password after a reset link
  const [, minor] = /gotrue:v2\.(\d+)\./.exec(services.auth?.image ?? '') ?? []
  expect(Number(minor)).toBeGreaterThanOrEqual(189)
})

test('SIGNIN-11 the auth service registers no second factor, which is possible by default', () => {
  expect(environmentOf('auth')).toMatchObject({ GOTRUE_MFA_TOTP_ENROLL_ENABLED: 'false', GOTRUE_MFA_TOTP_VERIFY_ENABLED: 'false' })
})

test('the API refuses requests before its container runs out of memory', () => {
  expect(services.api?.mem_limit).toBe('1g')
  expect(interpolate(environmentOf('api').MAX_RSS_MB ?? '', {})).toBe('800')
})

test('EDGE-08 the auth service has a mail limit for a launch, a connection limit, and random short-lived links', () => {
  const env = Object.fromEntries(Object.entries(environmentOf('auth')).map(([name, value]) => [name, interpolate(value ?? '', {})]))
  expect(env).toMatchObject({
    GOTRUE_RATE_LIMIT_EMAIL_SENT: '1000',
    GOTRUE_RATE_LIMIT_OTP: '30',
    GOTRUE_RATE_LIMIT_TOKEN_REFRESH: '150',
    GOTRUE_RATE_LIMIT_VERIFY: '30',
    GOTRUE_DB_MAX_POOL_SIZE: '20',
    GOTRUE_MAILER_OTP_EXP: '3600',
    GOTRUE_MAILER_OTP_LENGTH: '10',
    GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: '10',
    GOTRUE_EXTERNAL_EMAIL_MAGIC_LINK_ENABLED: 'false',
  })
})

test.each([
  ['http://localhost:8080', '127.0.0.1:8080'],
  ['http://localhost', '127.0.0.1:80'],
  ['https://academy.example.com', '127.0.0.1:3000'],
  ['https://academy.example.com:8443', '127.0.0.1:3000'],
])('EDGE-09 a new deployment at %s publishes %s', (origin, published) => {
  const env = newDeployment(origin)
  expect(interpolate(services.web?.ports?.[0] ?? '', env)).toBe(`${published}:3000`)
  expect(env.SUPABASE_URL).toBe(`http://${published}`)
})

test('MAIL-08 the auth service uses the mail templates of the web server, with their subjects', () => {
  const settings = Object.entries(mailTemplateSettings).flatMap(([name, { subject, body }]) => [
    [`GOTRUE_MAILER_TEMPLATES_${name.toUpperCase()}`, `http://web:3000${body}`],
    [`GOTRUE_MAILER_SUBJECTS_${name.toUpperCase()}`, subject],
  ])
  // without a reload, GoTrue would send its default mails for ten more minutes
  expect(environmentOf('auth')).toMatchObject({ ...Object.fromEntries(settings), GOTRUE_MAILER_TEMPLATE_RELOADING_ENABLED: 'true' })
})

test('AUTH-13 AUTH-21 the auth service has the same minimum password length as the pages', () => {
  expect(environmentOf('auth').GOTRUE_PASSWORD_MIN_LENGTH).toBe('8')
})

test('the same file uses hosted services through environment variables alone', () => {
  const env = { DATABASE_URL: 'postgres://hosted/db', SUPABASE_URL: 'https://x.supabase.co' }
  expect(interpolate(environmentOf('api').DATABASE_URL ?? '', env)).toBe('postgres://hosted/db')
  expect(interpolate(environmentOf('api').SUPABASE_URL ?? '', env)).toBe('https://x.supabase.co')
})

test('creates databases in which the owner migrates, the API owns nothing, and services cannot read each other', async () => {
  const serverUrl = inject('postgresUrl')
  const secrets = {
    ACADEMY_DATABASE_PASSWORD: 'letters1and2digits',
    API_DATABASE_PASSWORD: 'more5and6digits',
    AUTH_DATABASE_PASSWORD: 'others3and4digits',
  }
  const [first = '', inAuth = ''] = interpolate(compose.configs.databases.content, secrets)
    // tests may share a server, whose roles and databases are global
    .replaceAll(/\b(academy|academy_api|supabase_auth_admin|auth)\b/g, 'compose_$1')
    .split(/^\\connect .*$/m)
  const at = (user: string, database: string) => {
    const url = new URL(serverUrl)
    const password = {
      compose_academy: secrets.ACADEMY_DATABASE_PASSWORD,
      compose_academy_api: secrets.API_DATABASE_PASSWORD,
      compose_supabase_auth_admin: secrets.AUTH_DATABASE_PASSWORD,
    }[user]
    Object.assign(url, { username: user, pathname: `/${database}`, password: password ?? '' })
    return url.href
  }
  const execute = async (url: string, statements: string) => {
    const sql = postgres(url, { max: 1, onnotice: () => undefined })
    try {
      for (const statement of statements.split(';').filter((part) => part.trim())) await sql.unsafe(statement)
    } finally {
      await sql.end()
    }
  }
  await execute(serverUrl, first)
  await execute(at(new URL(serverUrl).username, 'compose_auth'), inAuth)
  const apiDatabaseUrl = at('compose_academy_api', 'compose_academy')
  expect((await migrate(at('compose_academy', 'compose_academy'), { apiDatabaseUrl })).applied).toBeGreaterThan(0)
  await execute(apiDatabaseUrl, 'select from accounts; delete from prompts')
  await expect(execute(apiDatabaseUrl, 'truncate prompts')).rejects.toThrow(/permission denied/)
  await expect(execute(apiDatabaseUrl, 'alter table prompts add column more int')).rejects.toThrow(/must be owner/)
  await expect(execute(apiDatabaseUrl.replace(/[^/]*$/, 'compose_auth'), 'select 1')).rejects.toThrow(/permission denied/)
  await execute(at('compose_supabase_auth_admin', 'compose_auth'), 'create table users (id int); select 1 from compose_auth.users')
  await expect(execute(at('compose_supabase_auth_admin', 'compose_academy'), 'select 1')).rejects.toThrow(/permission denied/)
  await expect(execute(at('compose_academy', 'compose_auth'), 'select 1')).rejects.toThrow(/permission denied/)
})
