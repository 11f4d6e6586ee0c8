import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { limitsFor } from './limits.ts'

const address = (what: string) =>
  z
    .string({ error: `is missing. Set it to ${what}.` })
    .refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), `is not a web address. Set it to ${what}.`)

/** Which proxies may state the address of the client: none, this many, or those at these addresses. */
export type TrustProxy = boolean | string | ((address: string, hop: number) => boolean)

const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number({ error: 'must be a port number.' }).int().min(0).max(65_535).default(3000),
  API_UPSTREAM: address('the address of the API as this server reaches it, for example http://api:3001'),
  AUTH_UPSTREAM: address('the address to which this server forwards /auth/v1, for example http://auth:9999').optional(),
  TRUST_PROXY: z
    .string()
    .default('false')
    .transform((value): TrustProxy => {
      const proxies = Number(value)
      if (Number.isInteger(proxies)) return (_address, hop) => hop < proxies
      return value === 'false' ? false : value
    }),
  REQUEST_TIMEOUT_SECONDS: z.coerce.number({ error: 'must be a number of seconds.' }).int().min(1).max(600).optional(),
  WEB_FOLDER: z.string().default(fileURLToPath(new URL('../web', import.meta.url))),
  WEB_RENDERER_FOLDER: z.string().default(fileURLToPath(new URL('../web-renderer', import.meta.url))),
})

/** The variables that the server itself reads. It also passes every variable that begins with VITE_ to the page. */
export const WEB_SERVER_SETTINGS = Object.keys(environment.shape)

/** An invalid environment. The message has a line for each invalid variable. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Reads the configuration from environment variables; an empty variable counts as not set.
 * @throws ConfigError naming every missing or invalid variable.
 */
export function readConfig(env: Record<string, string | undefined> = process.env) {
  const set = Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()] as const] : []))
  const parsed = environment.safeParse(Object.fromEntries(set))
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`)
    throw new ConfigError(`The web server cannot start because its environment is incomplete or invalid:\n${lines.join('\n')}`)
  }
  const { HOST, PORT, API_UPSTREAM, AUTH_UPSTREAM, TRUST_PROXY, REQUEST_TIMEOUT_SECONDS, WEB_FOLDER, WEB_RENDERER_FOLDER } = parsed.data
  return {
    host: HOST,
    port: PORT,
    folder: WEB_FOLDER,
    renderer: WEB_RENDERER_FOLDER,
    trustProxy: TRUST_PROXY,
    limits: limitsFor(REQUEST_TIMEOUT_SECONDS),
    upstreams: { api: API_UPSTREAM, ...(AUTH_UPSTREAM !== undefined && { auth: AUTH_UPSTREAM }) },
    settings: Object.fromEntries(set.filter(([name]) => name.startsWith('VITE_'))),
  }
}
