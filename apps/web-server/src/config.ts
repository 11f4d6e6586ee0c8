import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isPlainTextUrl } from '@academy/contract/local-hosts'
import { schemasOf, settingsOf } from '@academy/settings'
import { ConfigError, configError, withoutEmpty } from '@academy/settings/config-error'
import { port, roleOf } from '@academy/settings/values'
import { z } from 'zod'
import { limitsFor } from './limits.ts'

const environment = z.object({ ...schemasOf('web server'), PORT: port.default(3000) })

/** Returns the folder of a setting, or else one beside this file's. @fastify/static accepts only absolute folders. */
const folderOf = (given: string | undefined, preset: string) => path.resolve(given ?? fileURLToPath(new URL(preset, import.meta.url)))

/** How secret keys of Supabase, Stripe and Notion begin. */
const SECRET_PREFIX = /^(sb_secret_|[rs]k_(live|test)_|whsec_|ntn_)/

/** Returns the names of the variables that begin with VITE_ and hold a secret key. Every visitor could read it in the page. */
export const publishedSecrets = (env: Record<string, string | undefined>): string[] =>
  Object.entries(env).flatMap(([name, value = '']) => {
    const key = value.trim()
    return name.startsWith('VITE_') && (SECRET_PREFIX.test(key) || roleOf(key) === 'service_role') ? [name] : []
  })

const webAppSettings: ReadonlySet<string> = new Set(settingsOf('web app').map(({ name }) => name))

/** Returns the names of the URLs to which the page would send in plain text over a network. */
export const plainTextSettings = (env: Record<string, string | undefined>): string[] =>
  settingsOf('web app').flatMap(({ name, encrypted }) => (encrypted && isPlainTextUrl(env[name]?.trim() ?? '') ? [name] : []))

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
  const set = Object.entries(withoutEmpty(env)).map(([name, value]) => [name, value.trim()] as const)
  const parsed = environment.safeParse(Object.fromEntries(set))
  const problems = [
    ...plainTextSettings(env).map((name) => `${name} is not encrypted. Use https, or the name of a host without a dot.`),
    ...publishedSecrets(env).map((name) => `${name} is a secret key, which every visitor could read. Set it to the public (anon) key.`),
  ]
  if (!parsed.success || problems.length > 0) throw configError('The web server', parsed.error, problems)
  const { HOST, PORT, API_UPSTREAM, AUTH_UPSTREAM, TRUST_PROXY, REQUEST_TIMEOUT_SECONDS, METRICS_TOKEN, WEB_FOLDER, WEB_RENDERER_FOLDER } =
    parsed.data
  return {
    host: HOST,
    port: PORT,
    folder: folderOf(WEB_FOLDER, '../web'),
    renderer: folderOf(WEB_RENDERER_FOLDER, '../web-renderer'),
    trustProxy: TRUST_PROXY,
    limits: limitsFor(REQUEST_TIMEOUT_SECONDS),
    metricsToken: METRICS_TOKEN,
    upstreams: { api: API_UPSTREAM, ...(AUTH_UPSTREAM !== undefined && { auth: AUTH_UPSTREAM }) },
    settings: Object.fromEntries(set.filter(([name]) => name.startsWith('VITE_') || webAppSettings.has(name))),
  }
}
