import { createHash, randomBytes, randomInt } from 'node:crypto'
import { programRequest } from '@academy/contract'
import { startListeningAcademy } from './listening-academy.ts'

export const WEB = 'https://academy.example.test'
export const MCP_URL = `${WEB}/mcp`
export const REDIRECT_URI = 'http://127.0.0.1:4567/callback'

type Fields = Record<string, string | undefined>
type Tokens = { access_token: string; refresh_token: string; scope: string; expires_in: number; token_type: string }

const withValues = (fields: Fields) =>
  new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** A listening academy, and what programs and browsers do to connect a program with it. */
export async function startConnectingAcademy(env: Record<string, string> = {}) {
  const academy = await startListeningAcademy({ WEB_ORIGIN: WEB, RATE_LIMIT_PUBLIC_PER_MINUTE: '100000', TRUST_PROXY: '1', ...env })

  /** Sends what is meant for the academy's web address to the API, as the web server does, each request from another network. */
  const send = (url: string | URL, init: RequestInit = {}, at = academy.url) => {
    const headers = new Headers(init.headers)
    if (!headers.has('x-forwarded-for')) headers.set('x-forwarded-for', `192.0.${randomInt(256)}.${randomInt(256)}`)
    return fetch(String(url).replace(WEB, at), { redirect: 'manual', ...init, headers })
  }
  const post = async (path: string, fields: Fields, at?: string) => {
    const response = await send(WEB + path, { method: 'POST', body: withValues(fields) }, at)
    const text = await response.text()
    return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, string>) }
  }
  const register = async (metadata: object = {}) => {
    const body = JSON.stringify({ client_name: 'A tool', redirect_uris: [REDIRECT_URI], ...metadata })
    const response = await send(`${WEB}/oauth/register`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    return { status: response.status, body: (await response.json()) as Record<string, string> & { redirect_uris: string[] } }
  }

  /** Each forgets its cookies, as a private window does. */
  function newBrowser() {
    const cookies = new Map<string, string>()
    return async (url: string | URL): Promise<Response> => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await send(url, { headers: { cookie, accept: 'text/html' } })
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      return response
    }
  }

  const authorizeUrl = (fields: Fields) => `${WEB}/oauth/authorize?${withValues(fields)}`
  const requestIdOf = (page: Response) => new URL(page.headers.get('location') ?? '').searchParams.get('request') ?? ''
  type User = { id: string; email: string }
  const readRequest = async (requestId: string, user: User) => {
    academy.issuer.addUser(user)
    return await academy.app.inject({ url: `/api/program-requests/${requestId}`, headers: await academy.signIn(user) })
  }
  const decide = async (requestId: string, user: User, approve = true) => {
    academy.issuer.addUser(user)
    const url = `/api/program-requests/${requestId}/decision`
    return await academy.app.inject({ method: 'POST', url, headers: await academy.signIn(user), payload: { approve } })
  }

  /** Registers a program and asks for access, up to the page on which the user decides. */
  async function ask(more: Fields = {}) {
    const client_id = more.client_id ?? (await register()).body.client_id
    const code_verifier = randomBytes(32).toString('base64url')
    const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
    const browser = newBrowser()
    const fields = { client_id, response_type: 'code', redirect_uri: REDIRECT_URI, code_challenge, code_challenge_method: 'S256' }
    const page = await browser(
      authorizeUrl({ ...fields, scope: 'content:read prompts:read', state: 'a state', resource: MCP_URL, ...more }),
    )
    return { client_id, code_verifier, browser, page, redirect_uri: more.redirect_uri ?? REDIRECT_URI }
  }

  /** Asks for access, lets the user allow it, and returns the code with what the program needs to use it. */
  async function allow(user: User, more: Fields = {}) {
    const { browser, page, client_id, code_verifier, redirect_uri } = await ask(more)
    const { location } = (await decide(requestIdOf(page), user)).json()
    const back = new URL((await browser(location)).headers.get('location') ?? '')
    const code = back.searchParams.get('code') ?? ''
    return { back, fields: { grant_type: 'authorization_code', code, redirect_uri, client_id, code_verifier, resource: MCP_URL } }
  }

  /** Connects a program of a user, and returns its tokens. */
  async function connect(user: User, more: Fields = {}) {
    const { fields } = await allow(user, more)
    const { status, body } = await post('/oauth/token', fields)
    if (status !== 200) throw new Error(`no tokens: ${status} ${JSON.stringify(body)}`)
    return { client_id: fields.client_id, fields, tokens: body as unknown as Tokens }
  }

  const refresh = (client_id: string | undefined, refresh_token: string, more: Fields = {}, at?: string) =>
    post('/oauth/token', { grant_type: 'refresh_token', client_id, refresh_token, ...more }, at)

  const callMcp = (token: string, method = 'prompts/list', params: object = {}, at?: string) =>
    send(
      MCP_URL,
      {
        method: 'POST',
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', authorization: `Bearer ${token}` },
      },
      at,
    )

  return {
    ...academy,
    send,
    post,
    register,
    newBrowser,
    authorizeUrl,
    requestIdOf,
    readRequest,
    decide,
    ask,
    allow,
    connect,
    refresh,
    callMcp,
    parseRequest: programRequest.strict().parse,
  }
}
