import { expect, test } from 'vitest'
import { buildTokenApp, NEW_TOKEN } from '../../testing/build-token-app.ts'

const { app, issuer, newAccount } = await buildTokenApp()

test('TOKEN-09 a token is created only soon after a sign-in', async () => {
  const stale = Math.floor(Date.now() / 1000) - 11 * 60
  for (const amr of [[{ method: 'password', timestamp: stale }], []]) {
    const headers = { authorization: `Bearer ${await issuer.token({ amr })}` }
    const refused = await app.inject({ method: 'POST', url: '/api/tokens', headers, payload: NEW_TOKEN })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'fresh_sign_in_required'])
    expect((await app.inject({ url: '/api/tokens', headers })).statusCode, 'listing needs no new sign-in').toBe(200)
  }
})

test('TOKEN-09 a session token whose session has ended creates no access token', async () => {
  const ada = await newAccount()
  issuer.endSessions(ada.id)
  const refused = await ada.create()
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'fresh_sign_in_required'])
  expect(await ada.list()).toEqual([])
})

test('TOKEN-09 creates no token while the auth provider is unreachable', async () => {
  const ada = await newAccount()
  issuer.setDown(true)
  const refused = await ada.create()
  issuer.setDown(false)
  expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([503, 'unavailable', expect.any(String)])
  expect(await ada.list()).toEqual([])
})
