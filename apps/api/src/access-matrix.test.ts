import { randomUUID } from 'node:crypto'
import { apiError } from '@academy/contract'
import { type EndpointAccess, tokenScopes } from '@academy/contract/token-scopes'
import type { LightMyRequestResponse } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { ADMIN_ID, buildTestApp, type TestToken } from './testing/build-test-app.ts'
import { type Endpoint, endpoints } from './testing/contract-endpoints.ts'
import { publisher } from './testing/published-pages.ts'
import { recordFacts } from './testing/record-facts.ts'

const ADMIN = 'admin@example.test'
const WEB = 'https://academy.example.test'
const NOT_OURS = ['https://evil.example', `${WEB}.evil.example`, WEB.replace('https', 'http'), 'null']

const unlimited = '1000000'
const { app, createToken, signIn } = await buildTestApp({
  env: {
    MENTORSHIP_DRAW: 'true',
    ADMIN_EMAIL: ADMIN,
    WEB_ORIGIN: WEB,
    RATE_LIMIT_PUBLIC_PER_MINUTE: unlimited,
    RATE_LIMIT_ACCOUNT_PER_MINUTE: unlimited,
    RATE_LIMIT_SIGN_UP_PER_MINUTE: unlimited,
  },
})
const publish = publisher(app.db)
await publish.course('master-course')
await publish.session('first', 'master-course', {
  checkpoint: { project: 'board', files: [{ path: 'board.js', text: 'locked\n' }], size: 7 },
  checks: { checks: [{ check: 'file exists', file: 'board.js', success: 'There.', hint: 'locked', tutorial: 'first' }] },
})
await publish.tutorial('locked', 'first', { parts: { prompt: '<p>locked</p>' } })
await publish.tutorial('free', 'first', { free: true })
await publish.resource('resource')

const ROLES = ['visitor', 'learner', 'studio', 'course', 'admin'] as const
type Role = (typeof ROLES)[number]

/** The roles with access; others get 401 (visitor) or 403. */
const lets = {
  everyone: ROLES,
  'signed-in': ['learner', 'studio', 'course', 'admin'],
  resources: ['studio', 'admin'],
  my_prompts: ['studio', 'admin'],
  master_course: ['course', 'admin'],
  admin: ['admin'],
} as const satisfies Record<string, readonly Role[]>
type Access = keyof typeof lets

/** Public endpoints. All are listed, so that none becomes public by mistake. */
const PUBLIC = [
  '/api/accounts',
  '/api/cancellations',
  '/api/cancellations/confirm',
  '/api/cancellations/read',
  '/api/certificates/:certificateId/public',
  '/api/device-logins',
  '/api/device-logins/token',
  '/api/draws/:week',
  '/api/geo',
  '/api/health',
  '/api/proof',
  '/api/public/courses/:courseId',
  '/api/public/courses/:courseId/news',
  '/api/public/courses/:courseId/waiting-list',
  '/api/public/reviews',
  '/api/public/tutorials/:tutorialId',
  '/api/public/tutorials/:tutorialId/content',
  '/api/ready',
  '/api/withdrawals',
]

/** Who may call the endpoints below a path. All others are for signed-in users. */
const AREAS: [path: RegExp, access: Access][] = [
  [/^\/api\/admin\//, 'admin'],
  [/^\/api\/library/, 'resources'],
  [/^\/api\/prompts/, 'my_prompts'],
  // Notes stay when access ends.
  [/^\/api\/tutorials\/[^/]+\/note$/, 'signed-in'],
  // The tutorial of these tests is locked, and with it the project of its session.
  [/^\/api\/sessions\/[^/]+\/(?:checkpoint|checks|check-result)$/, 'master_course'],
  [/^\/api\/tutorials\//, 'master_course'],
]

const accessOf = (path: string): Access =>
  PUBLIC.includes(path) ? 'everyone' : (AREAS.find(([area]) => area.test(path))?.[1] ?? 'signed-in')

/** The published content; other parameters are random ids. */
const idOf = (path: string): string => {
  if (path.startsWith('/api/library/')) return 'resource'
  if (path.startsWith('/api/public/tutorials/')) return 'free'
  const ids: Record<string, string> = { courseId: 'master-course', sessionId: 'first', tutorialId: 'locked' }
  return ids[/:(\w+)/.exec(path)?.[1] ?? ''] ?? randomUUID()
}

async function headersOf(role: Role): Promise<Record<string, string>> {
  if (role === 'visitor') return {}
  const id = role === 'admin' ? ADMIN_ID : randomUUID()
  if (role === 'studio') await recordFacts(app.db, id).subscription()
  if (role === 'course') await recordFacts(app.db, id).purchase()
  return await signIn({ id, email: role === 'admin' ? ADMIN : 'learner@example.test' })
}
const headers = Object.fromEntries(await Promise.all(ROLES.map(async (role) => [role, await headersOf(role)] as const))) as Record<
  Role,
  Record<string, string>
>

/** A token of the administrator for each scope, and one without any. */
const owner = { id: ADMIN_ID, email: ADMIN }
const tokens: Record<string, TestToken> = { 'no scope': await createToken(['content:read'], owner) }
await app.sql`update personal_access_tokens set scopes = '{}'`
for (const scope of tokenScopes) tokens[scope] = await createToken([scope], owner)

function call({ route, method, url, takesBody }: Endpoint, more: Record<string, string>, payload = '{}'): Promise<LightMyRequestResponse> {
  const sent = takesBody ? { headers: { 'content-type': 'application/json', ...more }, payload } : { headers: more }
  return app.inject({ method, url: url(idOf(route.path)), ...sent })
}

test('API-12 every endpoint of the contract declares the access that the rules of this test have for its path', () => {
  const declared: Record<string, Access> = { public: 'everyone', admin: 'admin' }
  for (const { name, auth = '', route } of endpoints) {
    const { entitlement } = route.metadata as { entitlement?: string }
    // The entitlement that a tutorial, a checkpoint or checks need depends on the content.
    if (!route.path.includes(':tutorialId') && !/\/(?:checkpoint|checks|check-result)$/.test(route.path))
      expect([name, accessOf(route.path)]).toEqual([name, entitlement ?? declared[auth] ?? 'signed-in'])
  }
  const paths = endpoints.map(({ route }) => route.path)
  expect(PUBLIC.filter((path) => !paths.includes(path))).toEqual([])
})

describe.each(endpoints)('$name', (endpoint) => {
  const admitted: readonly Role[] = lets[accessOf(endpoint.route.path)]
  // The other tests use the tokens that this endpoint revokes.
  if (endpoint.name === 'tokens.revokeAll') afterEach(() => app.sql`update personal_access_tokens set revoked_at = null`)

  test.each(ROLES)('ACCESS-01 D-109 for the role %s', async (role) => {
    const { statusCode, body } = await call(endpoint, headers[role])
    if (role === 'visitor' && !admitted.includes('visitor'))
      return expect([statusCode, JSON.parse(body).code]).toEqual([401, 'unauthenticated'])
    if (admitted.includes(role)) return expect([401, 403].includes(statusCode), `${statusCode} ${body}`).toBe(false)
    expect([statusCode, JSON.parse(body).code]).toEqual([403, expect.stringMatching(/^(forbidden|entitlement_required)$/)])
  })

  test.each(['no scope', ...tokenScopes])('TOKEN-03 ACCESS-01 for a token of the administrator with %s', async (tokenScope) => {
    const { auth, scope } = endpoint.route.metadata as EndpointAccess
    if (auth === 'public') return
    const { statusCode, body } = await call(endpoint, { authorization: tokens[tokenScope]?.authorization ?? '' })
    const { code } = body === '' ? {} : JSON.parse(body)
    if (scope === undefined) return expect([statusCode, code]).toEqual([403, 'session_required'])
    if (scope !== 'any' && scope !== tokenScope)
      return expect([statusCode, code, body]).toEqual([403, 'scope_required', expect.stringContaining(scope)])
    // The administrator bought nothing, and a token gives none of the rights of the administrator.
    if (accessOf(endpoint.route.path) === 'signed-in') return expect([401, 403].includes(statusCode), `${statusCode} ${body}`).toBe(false)
    expect([statusCode, code]).toEqual([403, 'entitlement_required'])
  })

  test('D-115 only pages of the web app can read responses', async () => {
    for (const role of ['visitor', 'admin'] as const) {
      const ours = await call(endpoint, { ...headers[role], origin: WEB })
      expect(ours.headers).toMatchObject({
        'access-control-allow-origin': WEB,
        vary: expect.stringMatching(/origin/i),
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      })
      expect(ours.headers['access-control-allow-credentials']).toBeUndefined()
      for (const origin of NOT_OURS) {
        const theirs = await call(endpoint, { ...headers[role], origin })
        expect([origin, theirs.headers['access-control-allow-origin']]).toEqual([origin, undefined])
      }
    }
  })
})

test.each(endpoints.filter(({ takesBody }) => takesBody))(
  'a body for $name that reaches for prototypes is refused, and reaches none',
  async (endpoint) => {
    // A new account wherever one will do: some endpoints answer each account a few times a minute only.
    const admitted = accessOf(endpoint.route.path)
    const caller = await headersOf(admitted === 'admin' ? 'admin' : admitted === 'master_course' ? 'course' : 'studio')
    for (const payload of [
      '{"__proto__":{"isAdmin":true}}',
      '{"a":{"__proto__":{"isAdmin":true}}}',
      '{"constructor":{"prototype":{"isAdmin":true}}}',
      '[{"__proto__":{"isAdmin":true}}]',
    ]) {
      const { statusCode, body } = await call(endpoint, caller, payload)
      // Who deletes something needs no body.
      if (statusCode !== 404)
        expect([payload, statusCode, apiError.parse(JSON.parse(body)).code]).toEqual([payload, 400, 'invalid_request'])
      expect([Object.keys(Object.prototype), 'isAdmin' in {}]).toEqual([[], false])
    }
  },
)
