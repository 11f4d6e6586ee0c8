import { ConfigError } from '@academy/settings/config-error'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { readDatabaseUrls } from './database-urls.ts'

const requiredSettings = {
  DATABASE_URL: 'postgres://postgres@localhost:5432/academy',
  WEB_ORIGIN: 'http://localhost:3000',
  SUPABASE_URL: 'http://localhost:3002/',
  SUPABASE_SERVICE_ROLE_KEY: 'sb_secret_0123456789abcdef',
}

/** Returns the lines of the error: one for each invalid variable. */
function errorLines(env: Record<string, string | undefined>): string[] {
  try {
    readConfig({ ...requiredSettings, ...env })
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n').slice(1)
    throw error
  }
  return []
}

const jwtOf = (claims: object) => `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`

test('requires four variables, and has defaults for the rest', () => {
  const config = readConfig(requiredSettings)
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3001,
    auth: { url: 'http://localhost:3002', issuer: 'http://localhost:3002/auth/v1', audience: 'authenticated', jwtSecret: undefined },
    notion: undefined,
    adminEmail: undefined,
    masterCourseId: 'master-course',
    trustProxy: false,
    contentSyncSeconds: 300,
  })
})

test('the configuration is frozen', () => {
  const config = readConfig(requiredSettings)
  expect([config, config.auth, config.limits, config.pressure].every(Object.isFrozen)).toBe(true)
})

test('treats an empty variable as not set', () => {
  const config = readConfig({ ...requiredSettings, ADMIN_EMAIL: '', NOTION_TOKEN: ' ', NOTION_ROOT_PAGE_ID: '', PORT: '' })
  expect(config).toMatchObject({ adminEmail: undefined, notion: undefined, port: 3001 })
})

test('names each missing variable with advice', () => {
  expect(() => readConfig({})).toThrow(ConfigError)
  const lines = errorLines({ DATABASE_URL: undefined, WEB_ORIGIN: '', SUPABASE_URL: undefined, SUPABASE_SERVICE_ROLE_KEY: undefined })
  expect(lines.map((line) => line.trim().split(' ', 1)[0])).toEqual([
    'WEB_ORIGIN',
    'DATABASE_URL',
    'SUPABASE_URL',
    'SUPABASE_SERVICE_ROLE_KEY',
  ])
  for (const line of lines) expect(line).toMatch(/ is missing\. Set it to .+\.$/)
})

describe('refuses invalid values with a hint', () => {
  test.each([
    ['DATABASE_URL', 'mysql://localhost/academy', 'is not a Postgres address'],
    ['DATABASE_URL', 'postgres://academy:pa#ss@localhost/academy', 'Write special characters of the password percent-encoded'],
    ['DATABASE_URL', 'postgres://academy:pa%ss@localhost/academy', 'Write special characters of the password percent-encoded'],
    ['WEB_ORIGIN', 'http://localhost:3000/app', 'must have no path'],
    ['WEB_ORIGIN', 'http://academy.example.com', 'is not encrypted. Use https'],
    ['SUPABASE_URL', 'http://10.0.0.5:9999', 'is not encrypted. Use https'],
    ['NOTION_BASE_URL', 'http://notion.example.com', 'is not encrypted. Use https'],
    ['STRIPE_BASE_URL', 'http://stripe.example.com', 'is not encrypted. Use https'],
    ['PUBLIC_API_URL', 'http://api.example.com', 'is not encrypted. Use https'],
    ['WEB_ORIGIN', 'localhost:3000', 'is not a web address'],
    ['SUPABASE_URL', 'abcdefgh', 'is not a web address'],
    ['SUPABASE_URL', 'https://abcdefgh.supabase.co/auth/v1/', 'must not end with /auth/v1'],
    ['SUPABASE_SERVICE_ROLE_KEY', 'sb_publishable_0123456789abcdef', 'is the public (anon) key'],
    ['SUPABASE_SERVICE_ROLE_KEY', jwtOf({ role: 'anon' }), 'is the public (anon) key'],
    ['SUPABASE_SERVICE_ROLE_KEY', 'short', 'is too short'],
    ['SUPABASE_JWT_SECRET', 'short', 'is shorter than 32 characters'],
    ['PORT', '70000', 'must be at most 65535'],
    ['PORT', 'many', 'must be a whole number'],
    ['DATABASE_POOL_SIZE', '2.5', 'must be a whole number'],
    ['STRIPE_SECRET_KEY', 'pk_test_0123456789abcdef', 'is not a secret key of Stripe'],
    ['STRIPE_WEBHOOK_SECRET', 'sk_test_0123456789abcdef', 'is not the signing secret'],
    ['STRIPE_BASE_URL', 'http://localhost:3002/stripe', 'must have no path'],
    ['STRIPE_PRICE_BUNDLE_EUR', '249 euro', 'is not the id of a price'],
    ['STRIPE_AUTOMATIC_TAX', 'yes', 'must be true or false'],
    ['RECONCILE_SECONDS', '0', 'must be at least 1'],
    ['ADMIN_EMAIL', 'admin', 'is not an email address'],
    ['ADMIN_ACCOUNT_ID', 'admin@example.com', 'is not an account id'],
    ['ADMIN_ACCOUNT_ID', 'ad000000-0000-4000-8000-000000000001', 'and ADMIN_EMAIL belong together'],
    ['MASTER_COURSE_ID', 'a b', 'may have only letters'],
    ['LOG_LEVEL', 'loud', 'must be one of'],
    ['METRICS_TOKEN', 'short', 'must have at least 16 characters'],
    ['SLACK_STANDARD_URL', 'javascript:alert(1)', 'is not a web address'],
    ['SLACK_PREMIUM_URL', 'slack', 'is not a web address'],
    ['SECURITY_CONTACT', 'security@example.com', 'each as mailto:'],
    ['SECURITY_POLICY_URL', 'policy.txt', 'is not a web address'],
    ['SECURITY_LANGUAGES', 'English!', 'must be language tags'],
    ['TRUST_PROXY', 'everybody', 'must be the number of proxies'],
    ['TRUST_PROXY', '10.0.0.0/8,nonsense', 'must be the number of proxies'],
    ['TRUST_PROXY', '10.0.0.0/33', 'must be the number of proxies'],
    ['TRUST_PROXY', '10.0.0.0/0', 'must be the number of proxies'],
    ['TRUST_PROXY', '::1/200', 'must be the number of proxies'],
  ])('%s=%s', (name, value, hint) => {
    const [line] = errorLines({ [name]: value })
    expect(line).toMatch(new RegExp(`^ {2}${name} `))
    expect(line).toContain(hint)
  })

  test('requires both variables of Notion, well-formed', () => {
    const page = '0123456789abcdef0123456789abcdef'
    expect(errorLines({ NOTION_TOKEN: 'ntn_abc' })[0]).toContain('belong together')
    expect(errorLines({ NOTION_ROOT_PAGE_ID: page })[0]).toContain('belong together')
    expect(errorLines({ NOTION_TOKEN: 'abc', NOTION_ROOT_PAGE_ID: page })[0]).toContain('does not look like a Notion token')
    expect(errorLines({ NOTION_TOKEN: 'ntn_abc', NOTION_ROOT_PAGE_ID: 'home' })[0]).toContain('is not the id of a Notion page')
    expect(readConfig({ ...requiredSettings, NOTION_TOKEN: 'ntn_abc', NOTION_ROOT_PAGE_ID: page }).notion).toMatchObject({
      rootPageId: page,
    })
  })
})

describe('Stripe', () => {
  const [key, secret] = ['sk_test_0123456789abcdef', 'whsec_0123456789abcdef']

  test('D-127 is disabled without both secrets', () => {
    expect(readConfig(requiredSettings).stripe).toBeUndefined()
    expect(errorLines({ STRIPE_SECRET_KEY: key })[0]).toContain('belong together')
    expect(errorLines({ STRIPE_WEBHOOK_SECRET: secret })[0]).toContain('belong together')
  })

  test('R-14 accepts price ids, and enables taxes only on request', () => {
    const env = { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret, STRIPE_PRICE_MASTER_COURSE_EUR: 'price_123' }
    expect(readConfig({ ...requiredSettings, ...env }).stripe).toEqual({
      secretKey: key,
      webhookSecret: secret,
      baseUrl: 'https://api.stripe.com',
      prices: { master_course_eur: 'price_123' },
      automaticTax: false,
      taxIds: true,
      invoices: true,
      endsRefundedStudio: false,
      legalPages: { terms: undefined, privacy: undefined, imprint: undefined, withdrawal: undefined },
    })
    const changed = { STRIPE_AUTOMATIC_TAX: 'true', STRIPE_INVOICES: 'false', STRIPE_END_REFUNDED_STUDIO: 'true' }
    expect(readConfig({ ...requiredSettings, ...env, ...changed }).stripe).toMatchObject({
      automaticTax: true,
      invoices: false,
      endsRefundedStudio: true,
    })
  })
})

test('never repeats an invalid value, because it may be a secret', () => {
  const secrets = { DATABASE_URL: 'mysql://root:hunter2@db', SUPABASE_SERVICE_ROLE_KEY: 'hunter2', SUPABASE_JWT_SECRET: 'hunter2' }
  expect(errorLines(secrets)).toHaveLength(3)
  expect(errorLines(secrets).join()).not.toContain('hunter2')
})

test('trusts proxies by number or by address', () => {
  const trusted = readConfig({ ...requiredSettings, TRUST_PROXY: '1' }).trustProxy
  expect(typeof trusted === 'function' && [trusted('192.0.2.1', 0), trusted('192.0.2.1', 1)]).toEqual([true, false])
  expect(readConfig({ ...requiredSettings, TRUST_PROXY: 'loopback, 10.0.0.0/8' }).trustProxy).toBe('loopback, 10.0.0.0/8')
  const networks = '10.0.0.1/32,fd00::/8,::1/128'
  expect(readConfig({ ...requiredSettings, TRUST_PROXY: networks }).trustProxy).toBe(networks)
})

test('PRICE-14 reads the country from a header only with a trusted proxy', () => {
  expect(readConfig(requiredSettings).geo).toEqual({ countryHeader: undefined, databaseFile: undefined })
  for (const TRUST_PROXY of ['', 'false', '0', '00'])
    expect(errorLines({ GEO_COUNTRY_HEADER: 'CF-IPCountry', TRUST_PROXY })[0]).toContain('counts only from a trusted proxy')
  expect(errorLines({ GEO_COUNTRY_HEADER: 'a header', TRUST_PROXY: '1' })[0]).toContain('is not the name of a header')
  expect(readConfig({ ...requiredSettings, GEO_COUNTRY_HEADER: 'CF-IPCountry', TRUST_PROXY: '1' }).geo.countryHeader).toBe('cf-ipcountry')
})

test('a migration requires only the URLs of the database', () => {
  const [service, direct, owner] = ['service', 'direct', 'owner'].map((name) => `postgres://${name}@db.example.test/academy`)
  const urls = {
    databaseUrl: service,
    directDatabaseUrl: service,
    isTransactionPooled: false,
    ownerDatabaseUrl: service,
    hasOwnRole: false,
  }
  expect(readDatabaseUrls({ DATABASE_URL: service, DATABASE_DIRECT_URL: ' ', DATABASE_OWNER_URL: '' })).toEqual(urls)
  const pooled = { ...urls, directDatabaseUrl: direct, isTransactionPooled: true, ownerDatabaseUrl: direct }
  expect(readDatabaseUrls({ DATABASE_URL: service, DATABASE_DIRECT_URL: direct })).toEqual(pooled)
  const all = { DATABASE_URL: service, DATABASE_DIRECT_URL: direct, DATABASE_OWNER_URL: owner }
  expect(readDatabaseUrls(all)).toEqual({ ...pooled, ownerDatabaseUrl: owner, hasOwnRole: true })
  expect(() => readDatabaseUrls({})).toThrow(/DATABASE_URL is missing/)
  expect(() => readDatabaseUrls({ DATABASE_URL: service, DATABASE_OWNER_URL: 'mysql://db' })).toThrow(
    /DATABASE_OWNER_URL is not a Postgres/,
  )
})

test('a direct URL means that the other one leads through a pooler in transaction mode', () => {
  expect(readConfig(requiredSettings)).toMatchObject({ directDatabaseUrl: requiredSettings.DATABASE_URL, isTransactionPooled: false })
  expect(readConfig({ ...requiredSettings, DATABASE_DIRECT_URL: requiredSettings.DATABASE_URL }).isTransactionPooled).toBe(false)
  const direct = 'postgres://postgres@localhost:5433/academy'
  const config = readConfig({ ...requiredSettings, DATABASE_DIRECT_URL: direct })
  expect(config).toMatchObject({ databaseUrl: requiredSettings.DATABASE_URL, directDatabaseUrl: direct, isTransactionPooled: true })
})
