import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { TOKEN_LIMITS, tokenScopes } from '@academy/contract/token-scopes'
import { AcademyError, NetworkError, TimeoutError } from '@vibe-coding-academy/client'
import { configuredUrl, openAcademy } from '../academy.ts'
import { CliError, usageError } from '../cli-error.ts'
import { type Academy, type Command, type Context, textOf } from '../command.ts'
import { loginFile, prepareLoginFolder, readLogin, writeLogin } from '../stored-login.ts'
import { openBrowser } from '../terminal/open-browser.ts'

/** Returns the name of the token in the list of the user's tokens. */
const defaultName = (): string => `vca on ${hostname().replace(/[^\x20-\x7e]/g, '')}`.slice(0, TOKEN_LIMITS.name).trim()

/** Returns whether a poll failed temporarily. */
const isTemporary = (error: unknown): boolean =>
  error instanceof NetworkError ||
  error instanceof TimeoutError ||
  (error instanceof AcademyError && (error.status === 429 || error.status >= 500 || error.code === 'invalid_response'))

/** Requests a token, and waits until the user has confirmed the request in a browser (RFC 8628). Returns the token. */
async function confirmInBrowser({ client }: Academy, { terminal, values }: Context): Promise<string> {
  const body = { name: textOf(values, 'name') ?? defaultName(), scopes: tokenScopes }
  const { device_code, user_code, verification_url, expires_in, interval } = await client.deviceLogins.start({ body })
  terminal.info(`Confirm this code in your browser: ${user_code}\n${verification_url}`)
  if (!values['no-browser'] && /^https?:\/\//.test(verification_url)) openBrowser(verification_url)
  const deadline = performance.now() + expires_in * 1000
  while (performance.now() < deadline) {
    await wait(interval * 1000)
    try {
      const result = await client.deviceLogins.poll({ body: { device_code } })
      if (result.state === 'approved') return result.token.token
      if (result.state === 'denied') throw new CliError('The sign-in was refused in the browser.')
    } catch (error) {
      if (error instanceof AcademyError && error.code === 'not_found') break
      if (!isTemporary(error)) throw error
    }
  }
  throw new CliError('The code has expired. Run `vca login` again, and confirm within ten minutes.')
}

/** Returns the token of the option `--token`; `-` reads it from standard input. */
async function readToken(option: string, { terminal }: Context): Promise<string> {
  const token = (option === '-' ? await terminal.readInput() : option).trim()
  if (token === '') throw usageError('The token is empty.')
  return token
}

export const login: Command = {
  summary: 'signs in to an academy',
  help: 'It shows a code that you confirm in your browser, and stores a token of 90 days in the settings folder of this system, readable by you alone.',
  options: {
    name: { type: 'string', value: '<name>', help: 'the name of the token in your list' },
    'no-browser': { type: 'boolean', help: 'open no browser, only print the address' },
    token: { type: 'string', value: '<token>', help: 'use a token that you created in the academy; - reads it from standard input' },
  },
  async run(context) {
    const { terminal, env, values, openSignedOut } = context
    // replaces a damaged file
    const url = configuredUrl(values, env) ?? (await readLogin(env).catch(() => undefined))?.url
    if (url === undefined) throw usageError('Which academy? Run `vca login --url <address of your academy>`.')
    const academy = openSignedOut(url)
    await prepareLoginFolder(env)
    const option = textOf(values, 'token')
    const token = option === undefined ? await confirmInBrowser(academy, context) : await readToken(option, context)
    const { data } = await openAcademy(url, token).client.accounts.context()
    await writeLogin(env, { url, token })
    terminal.info(`Signed in to ${url} as ${data.email}. The token is in ${loginFile(env)}.`)
  },
}
