import { createHmac, randomBytes } from 'node:crypto'
import { defaultOf, isRequired, SETTINGS_GUIDE } from './settings-guide.ts'

const HEAD = `# Every setting of the academy, made from packages/operator/src/settings-guide ("env:example" writes it anew).
# Copy it to .env, or let "npx -y pnpm@10 academy env:new" write one with secrets of its own. Empty and left out are the same.
# "npx -y pnpm@10 academy doctor" says of each setting in .env how it stands. Those that the API requires are not commented out.
`

/** The text of an environment file: all settings with what they mean; those in `values` are set. */
export function envFile(values: Readonly<Record<string, string>> = {}): string {
  const sections = SETTINGS_GUIDE.map(({ title, about, settings }) => {
    const lines = settings.map((setting) => {
      const { name, purpose, without, where, example } = setting
      const given = values[name]
      const byDefault = defaultOf(setting)
      const line =
        given !== undefined
          ? `${name}=${given}`
          : `${isRequired(setting) && name !== 'API_UPSTREAM' ? '' : '#'}${name}=${byDefault || example || ''}`
      return `# ${purpose[0]?.toUpperCase()}${purpose.slice(1)}.\n#   Without it: ${without}. Where: ${where}.\n${line}\n`
    })
    return `# ---- ${title} ----${about ? `\n# ${about}` : ''}\n\n${lines.join('\n')}`
  })
  return `${HEAD}\n${sections.join('\n')}`
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Returns a token of a role for a self-hosted auth service: signed with its secret (HS256), valid for ten years. */
export function roleKey(role: string, secret: string, claims: object = {}, now = Date.now()): string {
  const iat = Math.floor(now / 1000)
  const tenYears = 10 * 365 * 24 * 60 * 60
  const body = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iss: 'academy', ...claims, role, iat, exp: iat + tenYears })}`
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}

const random = (bytes: number) => randomBytes(bytes).toString('hex')

/** Without TLS no proxy stands in front, so that the web server itself listens on the port of the address. */
const publishedPort = ({ protocol, port }: URL): string => (protocol === 'http:' ? port || '80' : '3000')

/** The settings of an academy that runs in Docker on one machine, all services included: with new secrets each time. */
export function newDeployment(origin: string): Record<string, string> {
  const published = `127.0.0.1:${publishedPort(new URL(origin))}`
  const jwtSecret = random(32)
  // One for each user of the database: what one service gives away opens nothing of the others.
  const [superuser, owner, api, auth] = [random(24), random(24), random(24), random(24)]
  return {
    WEB_ORIGIN: origin,
    VITE_WEB_ORIGIN: origin,
    DATABASE_URL: `postgres://academy_api:${api}@127.0.0.1:5432/academy`,
    DATABASE_URL_INSIDE: `postgres://academy_api:${api}@postgres:5432/academy`,
    DATABASE_OWNER_URL: `postgres://academy:${owner}@127.0.0.1:5432/academy`,
    DATABASE_OWNER_URL_INSIDE: `postgres://academy:${owner}@postgres:5432/academy`,
    SUPABASE_URL: `http://${published}`,
    SUPABASE_URL_INSIDE: 'http://web:3000',
    SUPABASE_JWT_SECRET: jwtSecret,
    SUPABASE_JWT_ISSUER: `${origin}/auth/v1`,
    SUPABASE_SERVICE_ROLE_KEY: roleKey('service_role', jwtSecret),
    VITE_AUTH_ANON_KEY: roleKey('anon', jwtSecret),
    FILE_SIGNING_KEY: random(32),
    METRICS_TOKEN: random(24),
    AUTH_UPSTREAM: 'http://auth:9999',
    COMPOSE_PROFILES: 'database,auth,mailbox',
    WEB_PUBLISH: published,
    POSTGRES_PASSWORD: superuser,
    ACADEMY_DATABASE_PASSWORD: owner,
    API_DATABASE_PASSWORD: api,
    AUTH_DATABASE_PASSWORD: auth,
  }
}
