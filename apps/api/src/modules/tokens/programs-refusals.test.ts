import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { selfSigned } from '@academy/standins/testing/self-signed'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { MCP_URL, REDIRECT_URI, startConnectingAcademy, WEB } from '../../testing/connecting-academy.ts'

const academy = await startConnectingAcademy()
const { app, ask, allow, connect, decide, register, readRequest, refresh, requestIdOf, send, post } = academy

const errorIn = (response: Response) => /[?#&]error=(\w+)/.exec(response.headers.get('location') ?? '')?.[1]

describe('CONNECT-09 a redirect address', () => {
  test.each([
    ['missing', ''],
    ['malformed', 'not an address'],
    ['foreign', 'https://evil.example/callback'],
    ['foreign path', 'http://127.0.0.1:4567/other'],
    ['with more', `${REDIRECT_URI}?next=https://evil.example`],
    ['of a script', 'javascript:alert(1)'],
  ])('that is %s is answered with a page, and with no redirect', async (_name, redirect_uri) => {
    const { page } = await ask({ redirect_uri })
    expect([page.status, page.headers.get('location')]).toEqual([400, null])
    const text = await page.text()
    expect([page.headers.get('content-type'), text]).toEqual([
      'text/html; charset=utf-8',
      expect.stringContaining('could not be connected'),
    ])
    expect(text).not.toContain('evil')
    expect([text, page.headers.get('content-security-policy')]).toEqual([
      expect.stringContaining('Vibe Coding Academy</p>'),
      "default-src 'none';style-src 'unsafe-inline';base-uri 'none';form-action 'none';frame-ancestors 'none'",
    ])
  })

  test('on the own machine may have any port', async () => {
    const { page } = await ask({ redirect_uri: 'http://127.0.0.1:9999/callback' })
    expect(page.status).toBe(303)
  })

  test.each([
    [['http://evil.example/callback']],
    [['javascript:alert(1)']],
    [['https://tool.example/callback#fragment']],
    [['not an address']],
    [[]],
    ['https://tool.example/callback'],
    [[7]],
    [null],
  ])('that is no address for codes cannot be registered: %j', async (redirect_uris) => {
    const refused = await register({ redirect_uris })
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringMatching(/^invalid_(redirect_uri|client_metadata)$/)])
  })
})

describe('CONNECT-04 requests that the standard refuses', () => {
  test.each([
    ['invalid_target', { resource: `${WEB}/api` }],
    ['invalid_target', { resource: 'https://other.example/mcp' }],
    ['invalid_scope', { scope: 'content:read admin' }],
    ['invalid_scope', { scope: 'openid' }],
    ['invalid_scope', { scope: '' }],
    ['invalid_request', { code_challenge: undefined, code_challenge_method: undefined }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_request', { response_type: undefined }],
  ])('%s for %j', async (error, change) => {
    const { page } = await ask(change)
    expect([page.status, errorIn(page)]).toEqual([303, error])
  })

  test('a token for another resource is refused at the token endpoint', async () => {
    const user = await academy.newAccount()
    const { fields } = await allow(user)
    expect((await post('/oauth/token', { ...fields, resource: `${WEB}/api` })).body.error).toBe('invalid_target')
    const { client_id, tokens } = await connect(user)
    expect((await refresh(client_id, tokens.refresh_token, { scope: 'prompts:write' })).body.error).toBe('invalid_scope')
    expect((await refresh(client_id, tokens.refresh_token, { resource: `${WEB}/api` })).body.error).toBe('invalid_target')
  })

  test.each([
    ['application/json', '{}', 400],
    ['application/x-www-form-urlencoded', `grant_type=authorization_code&code=${'x'.repeat(70_000)}`, 400],
    ['application/x-www-form-urlencoded', 'grant_type=client_credentials&client_id=unknown', 401],
    ['application/x-www-form-urlencoded', 'grant_type=authorization_code&client_id=unknown&code=a', 401],
  ])('the token endpoint answers a body of %s', async (type, body, status) => {
    const response = await send(`${WEB}/oauth/token`, { method: 'POST', body, headers: { 'content-type': type } })
    expect([response.status, Object.keys(JSON.parse(await response.text()))]).toEqual([status, ['error', 'error_description']])
  })

  test('other methods and paths of the provider do not exist', async () => {
    for (const path of ['/oauth/jwks', '/jwks', '/me', '/session/end', '/.well-known/openid-configuration'])
      expect([path, (await send(WEB + path)).status]).toEqual([path, 404])
    expect((await send(`${WEB}/oauth/token`)).status).toBe(405)
  })
})

describe('CONNECT-03 registered programs', () => {
  test('hold no secret, and nothing that the provider would fetch', async () => {
    const { status, body } = await register({
      jwks_uri: 'https://127.0.0.1/keys',
      sector_identifier_uri: 'https://127.0.0.1/s',
      scope: 'admin',
    })
    expect([status, body.token_endpoint_auth_method]).toEqual([201, 'none'])
    for (const field of ['client_secret', 'registration_access_token', 'jwks_uri', 'sector_identifier_uri', 'scope'])
      expect(body).not.toHaveProperty(field)
    const secret = await register({ token_endpoint_auth_method: 'client_secret_basic' })
    expect([secret.status, secret.body.error]).toEqual([400, 'invalid_client_metadata'])
  })

  test('are limited for each network, and refused ones count', async () => {
    const statuses: number[] = []
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.7' }
    for (let call = 0; call < 22; call += 1)
      statuses.push((await send(`${WEB}/oauth/register`, { method: 'POST', body: '{"redirect_uris":[]}', headers })).status)
    expect(statuses).toEqual([...Array(20).fill(400), 429, 429])
  })

  test('go after 24 hours if no user allowed one, and stay otherwise', async () => {
    const user = await academy.newAccount()
    const unused = (await register()).body.client_id
    const used = await connect(user)
    const [kept] =
      await app.sql`select count(*)::int as rows from oauth_records where kind = 'Client' and expires_at > now() + interval '300 days'`
    expect(kept?.rows).toBeGreaterThan(0)
    await academy.owner`update oauth_records set expires_at = expires_at - interval '24 hours' where kind = 'Client'`
    const { page } = await ask({ client_id: unused })
    expect([page.status, page.headers.get('location')]).toEqual([400, null])
    expect((await refresh(used.client_id, used.tokens.refresh_token)).status).toBe(200)
    await register()
    expect(await app.sql`select 1 from oauth_records where expires_at < now()`).toEqual([])
  })
})

describe('CONNECT-10 the document of a program', () => {
  const ID = 'https://tool.example/academy.json'
  const DOCUMENT = { client_id: ID, client_name: 'A known tool', redirect_uris: ['https://tool.example/callback', REDIRECT_URI] }
  const json = (body: unknown, init: ResponseInit = {}) =>
    Response.json(body, { ...init, headers: { 'content-type': 'application/json', ...init.headers } })

  /** Answers requests for documents, as other hosts would. Returns the requested URLs. */
  function publish(respond: (init: RequestInit | undefined) => Response | Promise<Response>): string[] {
    const requested: string[] = []
    const { fetch } = globalThis
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
      if (!String(url).startsWith('https://tool.example/')) return await fetch(url, init)
      requested.push(String(url))
      expect(init?.redirect).toBe('manual')
      return await respond(init)
    })
    onTestFinished(() => spy.mockRestore())
    return requested
  }

  test('names it and the host that vouches for it, and may be almost as large as 5 kB', async () => {
    publish(() => json({ ...DOCUMENT, more: 'x'.repeat(4_800) }))
    const user = await academy.newAccount()
    const { page } = await ask({ client_id: ID, redirect_uri: 'https://tool.example/callback' })
    const shown = (await readRequest(requestIdOf(page), user)).json()
    expect(shown).toMatchObject({ name: 'A known tool', host: 'tool.example', redirect_host: 'tool.example' })
    await decide(requestIdOf(page), user)
    const [listed] = (await app.inject({ url: '/api/tokens', headers: await academy.signIn(user) })).json().tokens
    expect(listed).toMatchObject({ name: 'A known tool', program: 'tool.example' })
  })

  test('vouches for no program on the own machine, which could be another one', async () => {
    publish(() => json({ ...DOCUMENT, client_id: `${ID}?2` }))
    const user = await academy.newAccount()
    const { page } = await ask({ client_id: `${ID}?2` })
    expect((await readRequest(requestIdOf(page), user)).json()).toMatchObject({ host: 'tool.example', redirect_host: null })
    await decide(requestIdOf(page), user)
    const [listed] = (await app.inject({ url: '/api/tokens', headers: await academy.signIn(user) })).json().tokens
    expect(listed).toMatchObject({ name: 'A known tool', program: '' })
  })

  const slow = (init: RequestInit | undefined) => Promise.reject<Response>(init?.signal?.reason)
  test.each<[string, (init: RequestInit | undefined) => Response | Promise<Response>]>([
    ['names another id', () => json({ ...DOCUMENT, client_id: 'https://other.example/academy.json' })],
    ['is larger than 5 kB', () => json({ ...DOCUMENT, more: 'x'.repeat(5_200) })],
    ['redirects', () => new Response(null, { status: 302, headers: { location: 'https://tool.example/other.json' } })],
    ['is missing', () => json({}, { status: 404 })],
    ['is no JSON', () => new Response('<html>')],
    ['has a secret', () => json({ ...DOCUMENT, client_secret: 'secret' })],
    ['leads codes to a host without TLS', () => json({ ...DOCUMENT, redirect_uris: ['http://evil.example/callback', REDIRECT_URI] })],
    ['is slow', slow],
  ])('is refused if it %s', async (name, respond) => {
    const id = `${ID}?${name.replaceAll(' ', '-')}`
    const requested = publish(async (init) => {
      const response = await respond(init)
      if (response.status !== 200 || name === 'is no JSON' || name === 'names another id') return response
      return json({ ...((await response.json()) as object), client_id: id })
    })
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
    onTestFinished(() => timeout.mockRestore())
    const { page } = await ask({ client_id: id })
    expect([page.status, page.headers.get('location'), [...new Set(requested)]]).toEqual([400, null, [id]])
    expect(timeout).toHaveBeenCalledWith(2500)
  })

  test('is not requested without https, or from a private address', async () => {
    const { key, cert } = selfSigned()
    const trusted = getCACertificates('default')
    setDefaultCACertificates([...trusted, cert])
    onTestFinished(() => setDefaultCACertificates(trusted))
    const requests: string[] = []
    const server = createServer({ key, cert }, (request, response) => {
      requests.push(request.url ?? '')
      response.end(JSON.stringify(DOCUMENT))
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const url = `https://localhost:${port}`
    expect((await fetch(`${url}/trusted.json`)).status, 'the certificate is no obstacle').toBe(200)
    for (const id of [`${url}/a.json`, `https://127.0.0.1:${port}/b.json`, `http://localhost:${port}/c.json`]) {
      const { page } = await ask({ client_id: id })
      expect([id, page.status, page.headers.get('location')]).toEqual([id, 400, null])
    }
    expect(requests).toEqual(['/trusted.json'])
  })
})

test('CONNECT-04 an access token of a program is refused everywhere but at /mcp, and does not count as a session', async () => {
  const { tokens } = await connect(await academy.newAccount({ packages: ['studio'] }))
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  const statuses = await Promise.all(
    ['/api/prompts', '/api/accounts/context', '/api/admin/accounts', '/api/accounts/export'].map(
      async (path) => (await send(WEB + path, { headers })).status,
    ),
  )
  expect(statuses).toEqual([401, 401, 401, 401])
  expect((await send(MCP_URL, { headers })).status).toBe(405)
})
