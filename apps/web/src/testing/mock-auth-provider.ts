import type { MockApi, MockRequest } from './mock-api.ts'

const base = '/auth/v1'
export const sampleUser = {
  id: '0198b1a2-3c4d-7e5f-8a9b-0c1d2e3f4a5b',
  aud: 'authenticated',
  role: 'authenticated',
  email: 'ada@example.com',
  email_confirmed_at: '2026-01-01T00:00:00Z',
  app_metadata: { provider: 'email', providers: ['email'] },
  user_metadata: {},
  identities: [],
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
}

/** A session of the provider, valid for one hour by default. */
export const sampleSession = (name = 'first', secondsLeft = 3600) => ({
  access_token: `${name}-access-token`,
  refresh_token: `${name}-refresh-token`,
  token_type: 'bearer',
  expires_in: secondsLeft,
  expires_at: Math.floor(Date.now() / 1000) + secondsLeft,
  user: sampleUser,
})

/** Encodes an unsigned session token with these claims. */
export const encodeToken = (claims: object) => {
  const payload = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(claims))))
  return `${btoa('{"alg":"ES256"}')}.${payload.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.c2lnbmF0dXJl`
}

/** A session opened by a password reset link. */
export const recoverySession = () => ({
  ...sampleSession('recovery'),
  access_token: encodeToken({ amr: [{ method: 'otp', timestamp: 1_767_225_600 }] }),
})

type Refusal = { status: number; code: string; message: string }

/** Mocks the auth provider in the shapes of GoTrue (API version 2024-01-01), on top of `mockApi()`. */
export function mockAuthProvider(api: MockApi) {
  const json = (body: unknown, status = 200) => Response.json(body, { status, headers: { 'x-supabase-api-version': '2024-01-01' } })
  const reply = (method: string, path: string, body: (request: MockRequest) => unknown) => {
    api.on(method, base + path, (request) => json(body(request)))
  }
  return {
    signsIn: (session = sampleSession()) => reply('POST', '/token', () => session),
    /** Returns the user without a session, as when the email must be confirmed. */
    signsUp: (user = sampleUser) => reply('POST', '/signup', () => user),
    mailsResets: () => reply('POST', '/recover', () => ({})),
    updatesUser: () => reply('PUT', '/user', () => sampleUser),
    knowsUser: (user: object = sampleUser) => reply('GET', '/user', () => user),
    /** Response of an email link: a session, or none when a second link is needed. */
    verifies: (body: object) => reply('POST', '/verify', () => body),
    signsOut: () => api.on('POST', `${base}/logout`, () => new Response(null, { status: 204 })),
    refuses: (method: string, path: string, { status, code, message }: Refusal) =>
      api.on(method, base + path, () => json({ code, message }, status)),
    breaks: (method: string, path: string) => api.on(method, base + path, () => Promise.reject(new TypeError('Failed to fetch'))),
    /** Delays the response until the promise settles. */
    repliesAfter: (wait: Promise<unknown>, method: string, path: string, body: unknown) =>
      api.on(method, base + path, async () => {
        await wait
        return json(body)
      }),
    calls: (method: string, path: string) => api.requests.filter((request) => request.method === method && request.path === base + path),
  }
}
