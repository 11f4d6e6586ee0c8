import { allSettings } from '@academy/settings'
import { expect, test } from 'vitest'
import { checkSettings } from './check-settings.ts'
import { printSettings } from './print-settings.ts'
import { readDoctorOptions, runChecks, runDoctor } from './run-doctor.ts'

const env: Record<string, string> = {
  DATABASE_URL: 'postgres://postgres@127.0.0.1:5432/academy',
  WEB_ORIGIN: 'http://localhost:3000',
  SUPABASE_URL: 'http://localhost:3002',
  SUPABASE_SERVICE_ROLE_KEY: 'a-service-role-key-of-thirty-two-characters',
  NOTION_TOKEN: 'ntn_0123456789abcdef0123456789abcdef',
  NOTION_ROOT_PAGE_ID: '0123456789abcdef0123456789abcdef',
  STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
}

test('prints the purpose, state and mode of every setting, but never a secret value', () => {
  const lines: string[] = []
  const settings = {
    ...env,
    STRIPE_SECRET_KEY: 'sk_live_0123456789abcdef',
    NOTION_TOKEN: '',
    NOTION_ROOT_PAGE_ID: '',
    VITE_ACADEMY_NAME: 'Ours',
  }
  printSettings(settings, (line) => lines.push(line))
  const text = lines.join('\n')
  for (const { name, purpose } of allSettings())
    expect(
      lines.some((line) => line.startsWith(`    ${name} (`) && line.endsWith(`): ${purpose}`)),
      name,
    ).toBe(true)
  expect(text).toMatch(/STRIPE_SECRET_KEY \(set, live\): creates checkouts/)
  expect(text).toMatch(/NOTION_TOKEN \(not set\): .*\n +if unset: edits do not appear.*; value: notion\.so/)
  expect(text).toMatch(/SUPABASE_URL \(set, test\)/)
  expect(text).toContain('PORT (default: 3001)')
  expect(text).not.toContain('sk_live_0123456789abcdef')
  expect(text).not.toContain(env.SUPABASE_SERVICE_ROLE_KEY)
  const empty: string[] = []
  printSettings({}, (line) => empty.push(line))
  expect(empty.join('\n')).toContain('DATABASE_URL (MISSING)')
})

test('prints the checks, and the settings as a summary with the missing ones; --settings lists all settings', async () => {
  const broken = { ...env, DATABASE_URL: '', WEB_ORIGIN: 'academy' }
  const printedWith = async (...args: string[]) => {
    const lines: string[] = []
    expect(await runDoctor(readDoctorOptions(args), broken, (line) => lines.push(line))).toBe(false)
    return lines.join('\n')
  }
  const short = await printedWith()
  expect(short.trim().split('\n')).toEqual([
    `Settings with a value: 7 of ${allSettings().length}. \`npx -y pnpm@10 academy doctor --settings\` lists all of them.`,
    '  Required and missing: DATABASE_URL',
    '',
    expect.stringMatching(/^ {2}✗ Settings: WEB_ORIGIN is not a web address\. /),
    '      effect: the API does not start',
    expect.stringMatching(/^ {2}✗ Settings: DATABASE_URL is missing\. Set it to /),
    '      effect: the API does not start',
    '',
    '  2 problems.',
  ])
  const long = await printedWith('--settings')
  for (const { name } of allSettings()) expect(long).toContain(`    ${name} (`)
  expect(long).toContain('  2 problems.')
  expect(() => readDoctorOptions(['--setings'])).toThrow(/doctor \[--settings\]/)
})

test('reports invalid settings, and skips the other checks', async () => {
  const findings = await runChecks({ ...env, STRIPE_SECRET_KEY: 'pk_test_0123456789', WEB_ORIGIN: 'academy' })
  expect(findings.map(({ state }) => state)).toEqual(['problem', 'problem'])
  expect(findings.map(({ message }) => message).join()).toMatch(
    /WEB_ORIGIN is not a web address[\s\S]*STRIPE_SECRET_KEY is not a secret key/,
  )
})

test.each([
  [{}, 'TRUST_PROXY, or WEB_TRUST_PROXY with Docker Compose'],
  [{ TRUST_PROXY: '1' }, undefined],
  [{ WEB_TRUST_PROXY: '1' }, undefined],
  // docker-compose.yml sets the API's variables in a container
  [{ COMPOSE_PROFILES: 'database,auth' }, 'WEB_TRUST_PROXY'],
  [{ COMPOSE_PROFILES: 'database,auth', TRUST_PROXY: '1' }, 'WEB_TRUST_PROXY'],
  [{ WEB_PUBLISH: '0.0.0.0:80', WEB_TRUST_PROXY: 'false' }, 'WEB_TRUST_PROXY'],
  [{ COMPOSE_PROFILES: 'auth', WEB_TRUST_PROXY: '1' }, undefined],
])('names the setting that decides which proxies are trusted: %j', (settings: Record<string, string>, named) => {
  const { findings } = checkSettings({ ...env, ...settings, WEB_ORIGIN: 'https://academy.example.com' })
  expect(findings.find(({ subject }) => subject.includes('TRUST_PROXY'))?.subject).toBe(named)
})

test('reports a secret key where the page would publish it', () => {
  const { findings } = checkSettings({ ...env, VITE_AUTH_ANON_KEY: 'sb_secret_0123456789' })
  expect(findings.filter(({ subject }) => subject === 'VITE_AUTH_ANON_KEY')).toMatchObject([{ state: 'problem' }])
})

test('OPS-05 says of each database URL whether its connections are encrypted and verified', () => {
  const found = (settings: Record<string, string>) =>
    checkSettings({ ...env, ...settings })
      .findings.filter(({ subject }) => subject.startsWith('DATABASE_'))
      .map(({ state, subject, message }) => `${state} ${subject}: ${message}`)
  const remote = 'postgres://academy:secret@db.example.com/academy'
  expect(found({ DATABASE_OWNER_URL: remote })).toEqual([
    'ok DATABASE_URL: is not encrypted: 127.0.0.1 is this machine, or a name of its private network',
    expect.stringMatching(/^note DATABASE_OWNER_URL: is encrypted, but not verified: .*db\.example\.com.*DATABASE_CA/),
  ])
  expect(found({ DATABASE_URL: `${remote}?sslmode=verify-full` })).toEqual([
    'ok DATABASE_URL: is encrypted, and the certificate of db.example.com is verified',
  ])
  expect(found({ DATABASE_URL: `${remote}?sslmode=disable` })).toEqual([
    expect.stringMatching(/^note DATABASE_URL: is in plain text because of sslmode=disable/),
  ])
  expect(found({ DATABASE_OWNER_URL: `${remote}?sslmode=no-verify` })[1]).toMatch(/^problem DATABASE_OWNER_URL: has an unknown sslmode/)
})

test('OPS-06 reports URLs to which the page would send in plain text', () => {
  const VITE_AUTH_URL = 'http://auth.example.com/auth/v1'
  const { findings } = checkSettings({ ...env, VITE_AUTH_URL, VITE_AMPLITUDE_URL: '/amplitude', VITE_API_URL: 'http://api:3001' })
  expect(findings.filter(({ state }) => state === 'problem')).toMatchObject([
    { subject: 'VITE_AUTH_URL', message: expect.stringContaining('not encrypted') },
  ])
})

test('reports containers that use another database than the commands', () => {
  const subjects = (inside: string) =>
    checkSettings({ ...env, DATABASE_URL: 'postgres://api:one@127.0.0.1/restored', DATABASE_URL_INSIDE: inside }).findings.map(
      ({ subject }) => subject,
    )
  expect(subjects('postgres://api:one@postgres:5432/restored')).not.toContain('DATABASE_URL_INSIDE')
  for (const inside of [
    'postgres://api:one@postgres/academy',
    'postgres://api:two@postgres/restored',
    'postgres://root:one@postgres/restored',
  ])
    expect(subjects(inside), inside).toContain('DATABASE_URL_INSIDE')
})

test('refuses the profile auth without the profile database, which holds its accounts', () => {
  const problemsWith = (COMPOSE_PROFILES: string) =>
    checkSettings({ ...env, COMPOSE_PROFILES }).findings.filter(
      ({ subject, state }) => subject === 'COMPOSE_PROFILES' && state === 'problem',
    )
  expect(problemsWith('auth, mailbox')).toMatchObject([{ message: expect.stringMatching(/^has auth without database/) }])
  for (const profiles of ['', 'mailbox', 'database', 'database,auth,mailbox']) expect(problemsWith(profiles)).toEqual([])
})
