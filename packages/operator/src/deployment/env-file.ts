import { createHmac, randomBytes } from 'node:crypto'
import { defaultOf, isRequired, SECTIONS, type Setting } from '@academy/settings'

const HEAD = `# All settings of the academy, generated from packages/settings by "npx -y pnpm@10 academy env:generate".
# Copy this file to .env, or let "npx -y pnpm@10 academy env:new" write one with new secrets. An empty value counts as not set.
# Docker Compose and the academy's commands read $, #, \\, backticks and double quotes differently. Put a value with one of
# them into single quotes: NAME='pa$#word'. It cannot contain a single quote then.
# "npx -y pnpm@10 academy doctor" checks the settings in .env. The settings that the API requires are not commented out.
`

/** Renders an environment file with the descriptions of all settings, and sets those in `values`. */
export function envFile(values: Readonly<Record<string, string>> = {}): string {
  const sections = SECTIONS.map(({ title, about, settings }) => {
    const lines = Object.values<Setting>(settings).map((setting) => {
      const { name, purpose, ifUnset, value, example } = setting
      const commentMark = values[name] !== undefined || (isRequired(setting) && setting.readers.includes('api')) ? '' : '#'
      const line = `${commentMark}${name}=${values[name] ?? (defaultOf(setting) || example || '')}`
      return `# ${purpose[0]?.toUpperCase()}${purpose.slice(1)}.\n#   If unset: ${ifUnset}. Value: ${value}.\n${line}\n`
    })
    return `# ---- ${title} ----${about ? `\n# ${about}` : ''}\n\n${lines.join('\n')}`
  })
  return `${HEAD}\n${sections.join('\n')}`
}

const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Returns a token of a role for a self-hosted auth service: signed with its secret (HS256), valid for ten years unless `claims` say otherwise. */
export function roleKey(role: string, secret: string, claims: object = {}, now = Date.now()): string {
  const iat = Math.floor(now / 1000)
  const tenYears = 10 * 365 * 24 * 60 * 60
  const body = `${encodePart({ alg: 'HS256', typ: 'JWT' })}.${encodePart({ iss: 'academy', role, iat, exp: iat + tenYears, ...claims })}`
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}

/** Returns the settings with the keys of both roles, made from the secret of a self-hosted auth service. */
export const roleKeys = (jwtSecret: string) => ({
  SUPABASE_SERVICE_ROLE_KEY: roleKey('service_role', jwtSecret),
  VITE_AUTH_ANON_KEY: roleKey('anon', jwtSecret),
})

const random = (bytes: number) => randomBytes(bytes).toString('hex')

/** Returns the port to publish. Without TLS there is no proxy, so that the web server itself listens on the origin's port. */
export const publishedPort = ({ protocol, port }: URL): string => (protocol === 'http:' ? port || '80' : '3000')

/** Returns the settings, with new secrets, of an academy on one machine with all services, in Docker or without it. */
export function newDeployment(origin: string, { isComposed = true } = {}): Record<string, string> {
  const published = `127.0.0.1:${publishedPort(new URL(origin))}`
  const jwtSecret = random(32)
  // a password for each role, so that a leak in one service does not open the others
  const [superuser, owner, api, auth] = [random(24), random(24), random(24), random(24)]
  const databaseUrls = (host: string, suffix = '') => ({
    [`DATABASE_URL${suffix}`]: `postgres://academy_api:${api}@${host}:5432/academy`,
    [`DATABASE_OWNER_URL${suffix}`]: `postgres://academy:${owner}@${host}:5432/academy`,
  })
  return {
    WEB_ORIGIN: origin,
    VITE_WEB_ORIGIN: origin,
    ...databaseUrls('127.0.0.1'),
    SUPABASE_URL: `http://${published}`,
    SUPABASE_JWT_SECRET: jwtSecret,
    SUPABASE_JWT_ISSUER: `${origin}/auth/v1`,
    ...roleKeys(jwtSecret),
    FILE_SIGNING_KEY: random(32),
    METRICS_TOKEN: random(24),
    // the local mailbox, until the operator sets a mail server
    SMTP_HOST: isComposed ? 'mailbox' : '127.0.0.1',
    SMTP_PORT: '1025',
    SMTP_FROM: 'academy@localhost',
    ACADEMY_DATABASE_PASSWORD: owner,
    API_DATABASE_PASSWORD: api,
    AUTH_DATABASE_PASSWORD: auth,
    ...(isComposed
      ? {
          ...databaseUrls('postgres', '_INSIDE'),
          SUPABASE_URL_INSIDE: 'http://web:3000',
          AUTH_UPSTREAM: 'http://auth:9999',
          COMPOSE_PROFILES: 'database,auth,mailbox',
          WEB_PUBLISH: published,
          POSTGRES_PASSWORD: superuser,
        }
      : {
          AUTH_UPSTREAM: 'http://127.0.0.1:9999',
          // an https address needs a proxy in front of the web server, which listens on this machine alone
          ...(new URL(origin).protocol === 'https:' && { WEB_TRUST_PROXY: '1' }),
        }),
  }
}
