import { apiError } from '@academy/contract'
import { describe, expect, test } from 'vitest'
import { startListeningAcademy } from '../../testing/listening-academy.ts'

const WEB = 'https://academy.example.test'
const academy = await startListeningAcademy({ WEB_ORIGIN: WEB })
const limited = await startListeningAcademy({ RATE_LIMIT_ACCOUNT_PER_MINUTE: '6' })

const JSON_RPC = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const rpc = (method: string, params: object = {}, id: number | undefined = 1) => JSON.stringify({ jsonrpc: '2.0', id, method, params })
const GET_PROMPT = rpc('prompts/get', { name: 'write-a-brief' })

const post = (body: string, token: string | undefined, headers: Record<string, string> = {}, at = academy) =>
  fetch(`${at.url}/mcp`, { method: 'POST', body, headers: { ...JSON_RPC, ...(token && { authorization: `Bearer ${token}` }), ...headers } })

const learner = await academy.newAccount({ packages: ['studio', 'master_course'] })

describe('tokens', () => {
  test('MCP-07 responds with 401 and a specific code without a token and for each kind of invalid token', async () => {
    const expired = await academy.newAccount()
    await academy.owner`update personal_access_tokens set created_at = now() - interval '2 days', expires_at = now() - interval '1 day' where id = ${expired.tokenId}`
    const revoked = await academy.newAccount()
    await academy.owner`update personal_access_tokens set revoked_at = now() where id = ${revoked.tokenId}`
    const forgotten = await academy.newAccount()
    await academy.owner`delete from personal_access_tokens where id = ${forgotten.tokenId}`
    const codes: Record<string, string> = {}
    for (const [name, token] of Object.entries({
      none: undefined,
      wrong: 'vca_wrong',
      truncated: learner.token.slice(0, -4),
      unknown: forgotten.token,
      expired: expired.token,
      revoked: revoked.token,
    })) {
      const response = await post(GET_PROMPT, token)
      expect([name, response.status, response.headers.get('www-authenticate')]).toEqual([name, 401, expect.stringMatching(/^Bearer/)])
      codes[name] = ((await response.json()) as { code: string }).code
    }
    expect(codes).toEqual({
      none: 'unauthenticated',
      wrong: 'token_malformed',
      truncated: 'token_malformed',
      unknown: 'token_invalid',
      expired: 'token_expired',
      revoked: 'token_revoked',
    })
  })

  test.each([
    [
      'content:read',
      rpc('tools/call', { name: 'save_prompt', arguments: { title: 'a', description: 'b', content: 'c' } }),
      'prompts:write',
    ],
    ['content:read', rpc('tools/call', { name: 'finish_step', arguments: { tutorial: 'first-steps', step: 1 } }), 'progress:write'],
    ['content:read', rpc('tools/call', { name: 'mark_done', arguments: { id: 'first-steps' } }), 'progress:write'],
    ['prompts:write', GET_PROMPT, 'content:read'],
    ['prompts:write', rpc('prompts/get', { name: 'my-names' }), 'prompts:read'],
    ['prompts:write', rpc('resources/read', { uri: 'academy://tutorials/first-steps' }), 'content:read'],
  ] as const)('MCP-07 responds with 403 to a token with only %s for %s, and names the missing scope %s', async (held, body, missing) => {
    const { token } = await academy.newAccount({ packages: ['studio', 'master_course'], scopes: [held] })
    const response = await post(body, token)
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      403,
      `Bearer error="insufficient_scope", scope="${missing}", resource_metadata="${WEB}/.well-known/oauth-protected-resource/mcp"`,
    ])
    expect(await response.json()).toMatchObject({ code: 'scope_required', error: expect.stringContaining(missing) })
  })

  test('MCP-07 marks nothing for a token that cannot read the progress', async () => {
    const account = await academy.newAccount({ packages: ['master_course'], scopes: ['progress:write'] })
    const response = await post(rpc('tools/call', { name: 'mark_done', arguments: { id: 'first-steps' } }), account.token)
    expect([response.status, await response.json()]).toMatchObject([403, { code: 'scope_required' }])
    expect(await academy.owner`select 1 from tutorial_progress where account_id = ${account.id}`).toEqual([])
  })

  test.each([
    ['prompts/list', /"prompts":\[\{"name":"teach"[^[]*\[[^\]]*\]\}\]/],
    ['resources/list', /"resources":\[\]/],
  ])('MCP-07 %s has nothing that a token may not read', async (method, list) => {
    const { token } = await academy.newAccount({ packages: ['studio', 'master_course'], scopes: ['prompts:write'] })
    const response = await post(rpc(method), token)
    expect([response.status, await response.text()]).toEqual([200, expect.stringMatching(list)])
  })

  test('MCP-07 lists only prompts that the token may read', async () => {
    const { token } = await academy.newAccount({ packages: ['studio'], scopes: ['content:read'] })
    const response = await post(rpc('prompts/list'), token)
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('"name":"write-a-brief"')])
  })

  test('MCP-07 limits requests per account and sends Retry-After', async () => {
    const [busy, other] = [await limited.newAccount(), await limited.newAccount()]
    const statuses: number[] = []
    for (let call = 0; call < 4; call += 1) statuses.push((await post(GET_PROMPT, busy.token, {}, limited)).status)
    const last = await post(GET_PROMPT, busy.token, {}, limited)
    expect([statuses[0], last.status, Number(last.headers.get('retry-after'))]).toEqual([200, 429, expect.any(Number)])
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await post(GET_PROMPT, other.token, {}, limited)).status).toBe(200)
  })
})

describe('requests', () => {
  test.each([
    ['{', 400, -32700],
    ['', 400, -32700],
    ['[]', 400, -32600],
    ['7', 400, -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', 400, -32600],
    ['{"__proto__":{"isAdmin":true}}', 400, -32600],
    [rpc('nothing'), 200, -32601],
    [rpc('prompts/get', { name: 7 }), 200, -32602],
    [rpc('prompts/get', { name: 'write-a-brief', arguments: { product: 7 } }), 200, -32602],
  ])('MCP-07 responds to %s as JSON-RPC specifies', async (body, status, code) => {
    const response = await post(body, learner.token)
    const text = await response.text()
    expect([response.status, text]).toEqual([status, expect.stringContaining(`"code":${code}`)])
    expect(text).toContain('"jsonrpc":"2.0"')
    expect(text).not.toMatch(/\bat .*\.ts|node_modules/)
  })

  test.each([
    ['two calls', `[${rpc('prompts/list')},${rpc('tools/list', {}, 2)}]`],
    ['one call', ` [${rpc('ping')}]`],
    ['one call behind a byte order mark', `\uFEFF[${rpc('ping')}]`],
    ['a call and its cancellation', `[${rpc('tools/list')},{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}]`],
  ])('MCP-13 refuses a batch of %s', async (_, batch) => {
    const response = await post(batch, learner.token)
    expect([response.status, await response.json()]).toEqual([
      400,
      { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Send one message in each request: the protocol has no batches.' } },
    ])
  })

  test('MCP-07 refuses other content types and other versions of the protocol', async () => {
    expect((await post(GET_PROMPT, learner.token, { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await post(GET_PROMPT, learner.token, { accept: 'text/html' })).status).toBe(406)
    expect((await post(GET_PROMPT, learner.token, { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400)
  })

  test('MCP-07 responds with 413 to a body that is too large', async () => {
    const response = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(600_000) }), learner.token)
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([413, 'too_large'])
  })

  test.each(['GET', 'DELETE', 'PUT'])('MCP-07 responds with 405 to %s', async (method) => {
    const response = await fetch(`${academy.url}/mcp`, { method, headers: { authorization: `Bearer ${learner.token}` } })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('MCP-08 refuses pages of other sites, but neither the web app nor programs without an origin', async () => {
    const others = [
      WEB.replace('https', 'http'),
      `${WEB}:8443`,
      'https://evil.example',
      `${WEB}.evil.example`,
      'null',
      'http://localhost:6274',
    ]
    for (const origin of others) {
      const response = await post(GET_PROMPT, learner.token, { origin })
      expect([origin, response.status]).toEqual([origin, 403])
      expect(apiError.strict().parse(await response.json()).code).toBe('forbidden')
    }
    for (const headers of [{ origin: WEB }, {}]) expect((await post(GET_PROMPT, learner.token, headers)).status).toBe(200)
  })

  test('MCP-07 the log has neither the tokens nor the texts of requests', async () => {
    await post(rpc('tools/call', { name: 'search_prompts', arguments: { query: 'xylophone' } }), learner.token)
    const log = academy.logs.join('\n')
    expect(log).not.toContain(learner.token)
    for (const text of ['xylophone', 'write-a-brief']) expect(log).not.toContain(text)
  })
})
