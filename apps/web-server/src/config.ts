import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isPlainTextUrl } from '@academy/contract/local-hosts'
import { compile } from '@fastify/proxy-addr'
import { z } from 'zod'
import { limitsFor } from './limits.ts'

const webUrl = (what: string) =>
  z
    .string({ error: `is missing. Set it to ${what}.` })
    .refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), `is not a web address. Set it to ${what}.`)

/** Which proxies may state the address of the client: none, this many, or those at these addresses. */
export type TrustProxy = boolean | string | ((address: string, hop: number) => boolean)

/** Returns whether a text is a list of IP addresses, networks, and names such as `loopback`, separated by commas. */
const areProxyAddresses = (value: string): boolean => {
  try {
    compile(value.split(',').map((part) => part.trim()))
    return true
  } catch {
    return false
  }
}

/** A folder; a relative one starts at the working directory. @fastify/static accepts only absolute folders. */
const folder = (preset: string) =>
  z
    .string()
    .default(fileURLToPath(new URL(preset, import.meta.url)))
    .transform((value) => path.resolve(value))

const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number({ error: 'must be a port number.' }).int().min(0).max(65_535).default(3000),
  API_UPSTREAM: webUrl('the address of the API as this server reaches it, for example http://api:3001'),
  AUTH_UPSTREAM: webUrl('the address to which this server forwards /auth/v1, for example http://auth:9999').optional(),
  TRUST_PROXY: z
    .string()
    .default('false')
    .refine(
      (value) => /^(true|false|\d{1,2})$/.test(value) || areProxyAddresses(value),
      'must be the number of proxies in front of this server, or their addresses separated by commas, or false.',
    )
    .transform((value): TrustProxy => {
      if (value === 'true' || value === 'false') return value === 'true'
      const proxies = Number(value)
      if (proxies === 0) return false
      return Number.isInteger(proxies) ? (_address, hop) => hop < proxies : value
    }),
  REQUEST_TIMEOUT_SECONDS: z.coerce.number({ error: 'must be a number of seconds.' }).int().min(1).max(600).optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters.').optional(),
  WEB_FOLDER: folder('../web'),
  WEB_RENDERER_FOLDER: folder('../web-renderer'),
})

/** The variables that the server itself reads. It also passes every variable that begins with VITE_ to the page. */
export const WEB_SERVER_SETTINGS = Object.keys(environment.shape)

/** How secret keys of Supabase, Stripe and Notion begin. */
const SECRET_PREFIX = /^(sb_secret_|[rs]k_(live|test)_|whsec_|ntn_)/

/** Returns the role that a Supabase key of the older kind (a JWT) has; undefined for other values. */
function roleOf(key: string): unknown {
  try {
    return JSON.parse(Buffer.from(key.split('.')[1] ?? '', 'base64url').toString()).role
  } catch {
    return undefined
  }
}

/** Returns the names of the variables that begin with VITE_ and hold a secret key. Every visitor could read it in the page. */
export const publishedSecrets = (env: Record<string, string | undefined>): string[] =>
  Object.entries(env).flatMap(([name, value = '']) => {
    const key = value.trim()
    return name.startsWith('VITE_') && (SECRET_PREFIX.test(key) || roleOf(key) === 'service_role') ? [name] : []
  })

/** The URLs that receive what users send: passwords, tokens and what they do. */
const SERVICE_URLS = ['VITE_AUTH_URL', 'VITE_API_URL', 'VITE_AMPLITUDE_URL', 'VITE_GEO_URL', 'VITE_WEB_ORIGIN']

/** Returns the names of the URLs to which the page would send in plain text over a network. */
export const plainTextSettings = (env: Record<string, string | undefined>): string[] =>
  SERVICE_URLS.filter((name) => isPlainTextUrl(env[name]?.trim() ?? ''))

/** An invalid environment. The message has a line for each invalid variable. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Throws ConfigError when `file` is not in the folder of a setting. */
export function requireBuild(setting: string, folder: string, file: string): void {
  if (!existsSync(path.join(folder, file)))
    throw new ConfigError(
      `${setting} is ${folder}, where there is no ${file}. Build the web app, and set ${setting} to the folder of the build.`,
    )
}

/**
 * Reads the configuration from environment variables; an empty variable counts as not set.
 * @throws ConfigError naming every missing or invalid variable.
 */
export function readConfig(env: Record<string, string | undefined> = process.env) {
  const set = Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()] as const] : []))
  const parsed = environment.safeParse(Object.fromEntries(set))
  const problems = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...plainTextSettings(env).map((name) => `${name} is not encrypted. Use https, or the name of a host without a dot.`),
    ...publishedSecrets(env).map((name) => `${name} is a secret key, which every visitor could read. Set it to the public (anon) key.`),
  ]
  if (!parsed.success || problems.length > 0)
    throw new ConfigError(
      `The web server cannot start because its environment is incomplete or invalid:\n${problems.map((line) => `  ${line}`).join('\n')}`,
    )
  const { HOST, PORT, API_UPSTREAM, AUTH_UPSTREAM, TRUST_PROXY, REQUEST_TIMEOUT_SECONDS, METRICS_TOKEN, WEB_FOLDER, WEB_RENDERER_FOLDER } =
    parsed.data
  return {
    host: HOST,
    port: PORT,
    folder: WEB_FOLDER,
    renderer: WEB_RENDERER_FOLDER,
    trustProxy: TRUST_PROXY,
    limits: limitsFor(REQUEST_TIMEOUT_SECONDS),
    metricsToken: METRICS_TOKEN,
    upstreams: { api: API_UPSTREAM, ...(AUTH_UPSTREAM !== undefined && { auth: AUTH_UPSTREAM }) },
    settings: Object.fromEntries(set.filter(([name]) => name.startsWith('VITE_'))),
  }
}
