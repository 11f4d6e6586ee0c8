import { Client, type OAuthClientProvider, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { MCP_URL, REDIRECT_URI, startConnectingAcademy, WEB } from '../../testing/connecting-academy.ts'

const academy = await startConnectingAcademy()
const { send, newBrowser, requestIdOf, readRequest, decide, ask, allow, connect, refresh, callMcp, post } = academy
const METADATA = `${WEB}/.well-known/oauth-protected-resource/mcp`

test('CONNECT-01 says without a token, and with a refused one, where programs get access', async () => {
  const scope = 'scope="content:read prompts:read"'
  const without = await send(MCP_URL, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
  expect([without.status, without.headers.get('www-authenticate')]).toEqual([401, `Bearer resource_metadata="${METADATA}", ${scope}`])
  const refused = await callMcp('x'.repeat(43))
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    401,
    `Bearer error="invalid_token", error_description="The token is unknown", resource_metadata="${METADATA}", ${scope}`,
  ])
})

test('CONNECT-01 the metadata name the exact resource, the authorization server and its addresses', async () => {
  for (const url of [METADATA, `${WEB}/.well-known/oauth-protected-resource`]) {
    expect(await (await send(url)).json()).toMatchObject({
      resource: MCP_URL,
      authorization_servers: [WEB],
      scopes_supported: ['content:read', 'prompts:read', 'prompts:write', 'progress:write'],
    })
  }
  expect(await (await send(`${WEB}/.well-known/oauth-authorization-server`)).json()).toMatchObject({
    issuer: WEB,
    authorization_endpoint: `${WEB}/oauth/authorize`,
    token_endpoint: `${WEB}/oauth/token`,
    registration_endpoint: `${WEB}/oauth/register`,
    revocation_endpoint: `${WEB}/oauth/revoke`,
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
  })
})

/** Returns a tool with the official client that knows nothing but the address, and opens pages in the browser of a user. */
function newTool(user: { id: string; email: string }) {
  const saved = new Map<string, unknown>()
  const read = <T>(name: string) => saved.get(name) as T
  const authProvider: OAuthClientProvider = {
    redirectUrl: REDIRECT_URI,
    clientMetadata: { client_name: 'A tool', redirect_uris: [REDIRECT_URI] },
    clientInformation: () => read('client'),
    saveClientInformation: (client) => void saved.set('client', client),
    tokens: () => read('tokens'),
    saveTokens: (tokens) => void saved.set('tokens', tokens),
    redirectToAuthorization: (url) => void saved.set('url', url),
    saveCodeVerifier: (verifier) => void saved.set('verifier', verifier),
    codeVerifier: () => read('verifier'),
    discoveryState: () => read('discovery'),
    saveDiscoveryState: (state) => void saved.set('discovery', state),
  }
  const newTransport = () => new StreamableHTTPClientTransport(new URL(MCP_URL), { authProvider, fetch: send as typeof fetch })
  return {
    newTransport,
    async connect(transport = newTransport()) {
      const client = new Client({ name: 'a-test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
      await client.connect(transport)
      return client
    },
    /** Lets the user allow what the tool asked for last. Returns the scopes. */
    async allow(transport: StreamableHTTPClientTransport) {
      const browser = newBrowser()
      const page = await browser(read<URL>('url'))
      const { scopes } = (await readRequest(requestIdOf(page), user)).json()
      const { location } = (await decide(requestIdOf(page), user)).json()
      const back = new URL((await browser(location)).headers.get('location') ?? '')
      expect(`${back.origin}${back.pathname}`).toBe(REDIRECT_URI)
      await transport.finishAuth(back.searchParams)
      return scopes
    },
  }
}

test('CONNECT-02 the official client connects with nothing but the address, once the user allows it', async () => {
  const tool = newTool(await academy.newAccount({ packages: ['studio'] }))
  const transport = tool.newTransport()
  await expect(tool.connect(transport)).rejects.toThrow(UnauthorizedError)
  expect(await tool.allow(transport)).toEqual(['content:read', 'prompts:read'])

  const client = await tool.connect()
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain('write-a-brief')
  expect(JSON.stringify(await client.getPrompt({ name: 'write-a-brief' }))).toContain('Write a brief for')
  await client.close()
})

test('CONNECT-02 MCP-07 a tool that finishes the first step asks the user for the scope that it lacks, and keeps the others', async () => {
  const tool = newTool(await academy.newAccount({ packages: ['studio'] }))
  const first = tool.newTransport()
  await expect(tool.connect(first)).rejects.toThrow(UnauthorizedError)
  await tool.allow(first)
  const transport = tool.newTransport()
  const client = await tool.connect(transport)
  const finish = () => client.callTool({ name: 'finish_step', arguments: { tutorial: 'first-steps', step: 1 } })
  await expect(finish()).rejects.toThrow(UnauthorizedError)
  expect(await tool.allow(transport)).toEqual(['content:read', 'prompts:read', 'progress:write'])
  expect(await finish()).toMatchObject({ structuredContent: { finished: 1, next: { step: 2 } } })
  const { structuredContent } = await client.callTool({ name: 'next_step', arguments: {} })
  expect(structuredContent).toMatchObject({ tutorial: { id: 'first-steps' }, step: 2 })
  await client.close()
})

test('CONNECT-04 access tokens are opaque, last an hour, may do what was granted, and open no other address', async () => {
  const user = await academy.newAccount({ packages: ['studio'] })
  const { tokens } = await connect(user)
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'content:read prompts:read' })
  expect(tokens).not.toHaveProperty('id_token')
  expect(tokens.access_token).toMatch(/^[\w-]{43}$/)
  expect((await callMcp(tokens.access_token)).status).toBe(200)
  const save = await callMcp(tokens.access_token, 'tools/call', {
    name: 'save_prompt',
    arguments: { title: 'a', description: 'b', content: 'c' },
  })
  expect([save.status, await save.json()]).toMatchObject([403, { code: 'scope_required' }])
  for (const path of [
    '/api/prompts',
    '/api/accounts/context',
    '/api/library/prompts',
    '/api/tokens',
    '/api/program-requests/unknown-one',
  ]) {
    const response = await send(WEB + path, { headers: { authorization: `Bearer ${tokens.access_token}` } })
    expect([path, response.status]).toEqual([path, 401])
  }
  expect(JSON.stringify(await academy.app.sql`select * from oauth_records`)).not.toContain(tokens.access_token)
  expect(academy.logs.join('')).not.toContain(tokens.access_token)

  await academy.owner`update oauth_records set expires_at = now() - interval '1 second' where kind = 'AccessToken' and account_id = ${user.id}`
  const other = await academy.another()
  expect((await callMcp(tokens.access_token, 'ping', {}, await other.listen({ host: '127.0.0.1', port: 0 }))).status).toBe(401)
  await other.close()
})

test('CONNECT-04 gives no identity and no scope that the user did not see', async () => {
  const user = await academy.newAccount()
  const { tokens } = await connect(user, { scope: 'openid offline_access content:read' })
  expect([tokens.scope, 'id_token' in tokens]).toEqual(['content:read', false])
  const narrow = await connect(user, { scope: undefined })
  expect(narrow.tokens.scope, 'the default').toBe('content:read prompts:read')
  const { body } = await refresh(narrow.client_id, narrow.tokens.refresh_token, { scope: 'content:read' })
  expect(body.scope).toBe('content:read')
})

test('CONNECT-05 refresh tokens rotate; one that is used again ends the grant, with a line in the audit log', async () => {
  const user = await academy.newAccount()
  const { client_id, tokens } = await connect(user)
  const second = await refresh(client_id, tokens.refresh_token)
  expect(second.status).toBe(200)
  expect(second.body.refresh_token).not.toBe(tokens.refresh_token)
  const repeated = await refresh(client_id, tokens.refresh_token)
  expect([repeated.status, repeated.body.error], 'repeated at once, as after a lost response').toEqual([400, 'invalid_grant'])
  expect((await callMcp(second.body.access_token ?? '')).status).toBe(200)

  await academy.owner`update oauth_records set consumed_at = now() - interval '11 seconds' where account_id = ${user.id} and consumed_at is not null`
  const stolen = await refresh(client_id, tokens.refresh_token)
  expect([stolen.status, stolen.body.error]).toEqual([400, 'invalid_grant'])
  expect((await refresh(client_id, second.body.refresh_token ?? '')).body.error).toBe('invalid_grant')
  await expect.poll(async () => (await callMcp(second.body.access_token ?? '')).status).toBe(401)
  const audited = await academy.app.sql`select who, reason from audit_log where account_id = ${user.id} and what = 'revoke_token'`
  expect(audited).toEqual([{ who: 'the academy', reason: 'a code or a refresh token of the program was used twice' }])
})

test('CONNECT-05 of many concurrent refreshes one succeeds, and its tokens work', async () => {
  const user = await academy.newAccount()
  const { client_id, tokens } = await connect(user)
  const responses = await Promise.all(Array.from({ length: 100 }, () => refresh(client_id, tokens.refresh_token)))
  const [only, ...others] = responses.filter(({ status }) => status === 200)
  expect([others.length, responses.filter(({ status }) => status === 400).length]).toEqual([0, 99])
  expect((await callMcp(only?.body.access_token ?? '')).status).toBe(200)
  expect((await refresh(client_id, only?.body.refresh_token ?? '')).status).toBe(200)
})

test('CONNECT-05 a code that is used twice, or without its verifier, gives no tokens and ends those that it gave', async () => {
  const user = await academy.newAccount()
  const { fields } = await allow(user)
  expect((await post('/oauth/token', { ...fields, code_verifier: 'x'.repeat(43) })).body.error).toBe('invalid_grant')
  expect((await post('/oauth/token', { ...fields, code_verifier: undefined })).body.error).toBe('invalid_grant')
  const first = await post('/oauth/token', fields)
  expect(first.status).toBe(200)
  expect((await callMcp(first.body.access_token ?? '')).status).toBe(200)
  const again = await post('/oauth/token', fields)
  expect([again.status, again.body.error]).toEqual([400, 'invalid_grant'])
  await expect.poll(async () => (await callMcp(first.body.access_token ?? '')).status).toBe(401)
})

test('CONNECT-06 the user sees the program, its scopes and where it leads, and decides once', async () => {
  const user = await academy.newAccount()
  const { page } = await ask()
  expect([page.status, page.headers.get('location')]).toEqual([303, expect.stringContaining(`${WEB}/settings/tokens/connect?request=`)])
  const id = requestIdOf(page)
  const shown = academy.parseRequest((await readRequest(id, user)).json())
  expect(shown).toMatchObject({
    name: 'A tool',
    host: null,
    redirect_host: null,
    scopes: ['content:read', 'prompts:read'],
    expires_in_days: 90,
  })
  expect((await decide(id, user)).statusCode).toBe(200)
  expect([(await decide(id, user)).statusCode, (await readRequest(id, user)).statusCode]).toEqual([404, 404])
  expect((await readRequest('unknown-request-0000', user)).statusCode).toBe(404)
})

test('CONNECT-06 a refusal leads back to the program with the error of the standard, and grants nothing', async () => {
  const user = await academy.newAccount()
  const { page, browser } = await ask()
  const { location } = (await decide(requestIdOf(page), user, false)).json()
  const back = new URL((await browser(location)).headers.get('location') ?? '')
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 'a state', iss: WEB })
  expect(await academy.app.sql`select 1 from personal_access_tokens where account_id = ${user.id} and program is not null`).toEqual([])
})

test('CONNECT-07 allowing needs a recent sign-in; refusing does not', async () => {
  const user = await academy.newAccount()
  const stale = Math.floor(Date.now() / 1000) - 11 * 60
  const amr = [{ method: 'password', timestamp: stale }]
  const headers = { authorization: `Bearer ${await academy.issuer.token({ sub: user.id, email: user.email, amr })}` }
  const { page } = await ask()
  const url = `/api/program-requests/${requestIdOf(page)}/decision`
  const refused = await academy.app.inject({ method: 'POST', url, headers, payload: { approve: true } })
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'fresh_sign_in_required'])
  expect((await academy.app.inject({ method: 'POST', url, headers, payload: { approve: false } })).statusCode).toBe(200)
})

test('CONNECT-07 only the browser that began the request, and in which the user decided, gets a code', async () => {
  const user = await academy.newAccount()
  const { page, browser } = await ask()
  const id = requestIdOf(page)
  const { location } = (await decide(id, user)).json()
  // Another person began the request and sent the user the address of the page: neither has all that is needed.
  for (const url of [`${WEB}/oauth/authorize/${id}`, `${WEB}/oauth/authorize/${id}?confirmation=guessed`]) {
    const response = await browser(url)
    expect([response.status, response.headers.get('location')]).toEqual([403, null])
    expect([response.headers.get('content-type'), await response.text()]).toEqual([
      'text/html; charset=utf-8',
      expect.stringContaining('in another browser. Connect your program again'),
    ])
  }
  const elsewhere = await newBrowser()(location)
  expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([400, null])
  expect(await elsewhere.text()).toContain('Vibe Coding Academy</p>')
  expect((await browser(location)).headers.get('location')).toContain(`${REDIRECT_URI}?code=`)
})
