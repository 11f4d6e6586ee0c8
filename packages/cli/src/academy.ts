import { type ClientOptions, createClient } from '@vibe-coding-academy/client'
import { CliError, EXIT, usageError } from './cli-error.ts'
import { type Academy, textOf, type Values } from './command.ts'
import { readLogin } from './stored-login.ts'
import { VERSION } from './version.ts'

type Env = NodeJS.ProcessEnv

const SIGN_IN = 'Run `vca login --url <address of your academy>`.'

/** Returns a URL without a trailing slash. Throws for an invalid URL, and for http to another machine, which would send the token unencrypted. */
export function normalizeUrl(text: string): string {
  const absolute = /^https?:\/\//i.test(text) ? text : `https://${text}`
  const url = URL.canParse(absolute) ? new URL(absolute) : undefined
  if (url === undefined || url.search || url.hash) throw usageError(`"${text}" is not an address. Give one like https://academy.example.`)
  const isThisMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
  if (url.protocol === 'http:' && !isThisMachine) throw usageError(`Use https:// for ${url.host}: the token must not travel unencrypted.`)
  return url.href.replace(/\/+$/, '')
}

/** Returns the URL from the option or the environment; undefined without one. */
export const configuredUrl = (values: Values, env: Env): string | undefined => {
  const url = textOf(values, 'url') || env.VCA_URL
  return url ? normalizeUrl(url) : undefined
}

export function openAcademy(url: string, token: ClientOptions['token']): Academy {
  const client = createClient({ baseUrl: url, token, headers: { 'user-agent': `vca/${VERSION} (${process.platform})` } })
  return { url, client, page: (path) => `${url}${path}` }
}

/** Returns the academy to use. Sends a stored token only to the academy that issued it. */
export async function signedInAcademy(values: Values, env: Env): Promise<Academy> {
  const configured = configuredUrl(values, env)
  const stored = env.VCA_TOKEN && configured ? undefined : await readLogin(env)
  const url = configured ?? stored?.url
  if (url === undefined) {
    const message = env.VCA_TOKEN ? 'Set VCA_URL to the address of your academy.' : `You are not signed in. ${SIGN_IN}`
    throw new CliError(message, EXIT.notSignedIn)
  }
  const token = env.VCA_TOKEN || (stored?.url === url ? stored.token : undefined)
  if (token === undefined) throw new CliError(`You are not signed in to ${url}. Run \`vca login --url ${url}\`.`, EXIT.notSignedIn)
  return openAcademy(url, env.VCA_TOKEN ? token : () => latestToken(url, token, env))
}

/** Returns the stored token, which a login may replace while `vca mcp` runs; `token` if none is stored for the academy. */
async function latestToken(url: string, token: string, env: Env): Promise<string> {
  const login = await readLogin(env).catch(() => undefined)
  return login?.url === url ? login.token : token
}
