import { randomUUID } from 'node:crypto'
import { apiError } from '@academy/contract'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { ADMIN_ID, buildTestApp } from './testing/build-test-app.ts'
import { type Endpoint, endpoints } from './testing/contract-endpoints.ts'
import { publisher } from './testing/published-pages.ts'
import { recordFacts } from './testing/record-facts.ts'

const ADMIN = 'admin@example.test'
const WEB = 'https://academy.example.test'
const NOT_OURS = ['https://evil.example', `${WEB}.evil.example`, WEB.replace('https', 'http'), 'null']

const unlimited = '1000000'
const { app, signIn } = await buildTestApp({
  env: {
    ADMIN_EMAIL: ADMIN,
    WEB_ORIGIN: WEB,
    RATE_LIMIT_PUBLIC_PER_MINUTE: unlimited,
    RATE_LIMIT_ACCOUNT_PER_MINUTE: unlimited,
    RATE_LIMIT_SIGN_UP_PER_MINUTE: unlimited,
  },
})
const publish = publisher(app.db)
await publish.course('master-course')
await publish.session('first', 'master-course')
await publish.tutorial('locked', 'first', { parts: { prompt: '<p>locked</p>' } })
await publish.resource('resource')

const ROLES = ['visitor', 'learner', 'studio', 'course', 'admin'] as const
type Role = (typeof ROLES)[number]

/** Who is let in by an endpoint; the others are refused with 401 (visitor) or 403. */
const lets: Record<string, readonly Role[]> = {
  everyone: ROLES,
  'signed-in': ['learner', 'studio', 'course', 'admin'],
  resources: ['studio', 'admin'],
  my_prompts: ['studio', 'admin'],
  master_course: ['course', 'admin'],
  admin: ['admin'],
}

/** For every endpoint of the contract: whom it lets in, and what stands for its parameter. One without a line here fails. */
const rules: Record<string, { for: keyof typeof lets & string; id?: string }> = {
  'accounts.context': { for: 'signed-in' },
  'accounts.updateProfile': { for: 'signed-in' },
  'accounts.create': { for: 'everyone' },
  'adminAccounts.search': { for: 'admin' },
  'adminAccounts.file': { for: 'admin' },
  'adminAccounts.grant': { for: 'admin' },
  'adminAccounts.revoke': { for: 'admin' },
  'adminAccounts.bundleDeal': { for: 'admin' },
  'adminAccounts.sync': { for: 'admin' },
  'adminAccounts.troubles': { for: 'admin' },
  'adminAccounts.dismiss': { for: 'admin' },
  'billing.checkout': { for: 'signed-in' },
  'billing.portal': { for: 'signed-in' },
  'content.confirm': { for: 'admin' },
  'content.preview': { for: 'admin' },
  'content.state': { for: 'admin' },
  'content.sync': { for: 'admin' },
  'courses.course': { for: 'signed-in', id: 'master-course' },
  'courses.courseVideo': { for: 'signed-in', id: 'master-course' },
  'courses.sessions': { for: 'signed-in' },
  'courses.session': { for: 'signed-in', id: 'first' },
  'courses.sessionTutorials': { for: 'signed-in', id: 'first' },
  'courses.tutorialContent': { for: 'master_course', id: 'locked' },
  'geo.country': { for: 'everyone' },
  'health.health': { for: 'everyone' },
  'health.ready': { for: 'everyone' },
  'learning.progress': { for: 'signed-in', id: 'master-course' },
  'learning.saveProgress': { for: 'master_course', id: 'locked' },
  'learning.saveVideoPosition': { for: 'master_course', id: 'locked' },
  'library.list': { for: 'resources' },
  'library.properties': { for: 'resources', id: 'resource' },
  'library.content': { for: 'resources', id: 'resource' },
  'library.prerequisite': { for: 'resources', id: 'resource' },
  'library.prompt': { for: 'resources', id: 'resource' },
  'library.codeSample': { for: 'resources', id: 'resource' },
  'library.additionalInstructions': { for: 'resources', id: 'resource' },
  'library.relatedResources': { for: 'resources', id: 'resource' },
  'privacy.exportAccount': { for: 'signed-in' },
  'privacy.eraseAccount': { for: 'signed-in' },
  'prompts.list': { for: 'my_prompts' },
  'prompts.create': { for: 'my_prompts' },
  'prompts.get': { for: 'my_prompts' },
  'prompts.update': { for: 'my_prompts' },
  'prompts.remove': { for: 'my_prompts' },
}

async function headersOf(role: Role): Promise<Record<string, string>> {
  if (role === 'visitor') return {}
  const id = role === 'admin' ? ADMIN_ID : randomUUID()
  if (role === 'studio') await recordFacts(app.db, id).subscription()
  if (role === 'course') await recordFacts(app.db, id).purchase()
  return await signIn({ id, email: role === 'admin' ? ADMIN : 'somebody@example.test' })
}
const headers = Object.fromEntries(await Promise.all(ROLES.map(async (role) => [role, await headersOf(role)] as const))) as Record<
  Role,
  Record<string, string>
>

function call({ name, method, url, takesBody }: Endpoint, more: Record<string, string>, payload = '{}'): Promise<LightMyRequestResponse> {
  const sent = takesBody ? { headers: { 'content-type': 'application/json', ...more }, payload } : { headers: more }
  return app.inject({ method, url: url(rules[name]?.id ?? randomUUID()), ...sent })
}

test('API-12 every endpoint of the contract has a rule for whom it lets in, and no rule is for one that is gone', () => {
  expect(Object.keys(rules).sort()).toEqual(endpoints.map(({ name }) => name).sort())
  const declared: Record<string, string> = { public: 'everyone', admin: 'admin' }
  for (const { name, auth = '', route } of endpoints) {
    const { entitlement } = route.metadata as { entitlement?: string }
    // What a tutorial asks for depends on the tutorial.
    if (!route.path.includes(':tutorialId')) expect([name, rules[name]?.for]).toEqual([name, entitlement ?? declared[auth] ?? 'signed-in'])
  }
})

describe.each(endpoints)('$name', (endpoint) => {
  const admitted = lets[rules[endpoint.name]?.for ?? ''] ?? []

  test.each(ROLES)('ACCESS-01 D-109 for the role %s', async (role) => {
    const { statusCode, body } = await call(endpoint, headers[role])
    if (role === 'visitor' && !admitted.includes('visitor'))
      return expect([statusCode, JSON.parse(body).code]).toEqual([401, 'unauthenticated'])
    if (admitted.includes(role)) return expect([401, 403].includes(statusCode), `${statusCode} ${body}`).toBe(false)
    expect([statusCode, JSON.parse(body).code]).toEqual([403, expect.stringMatching(/^(forbidden|entitlement_required)$/)])
  })

  test('D-115 answers of every kind may be read by pages of the web app, and by no others', async () => {
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
    const admitted = rules[endpoint.name]?.for
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
