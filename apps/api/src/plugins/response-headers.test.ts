import { expect, test } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'

const { app, signIn } = await buildTestApp()

test.each([
  ['/api/health'],
  ['/api/accounts/context'],
  ['/api/nothing'],
  // refused before routing
  ['/api/prompts/%ff'],
  [`/api/prompts/${'x'.repeat(300)}`],
])('%s has the security headers', async (url) => {
  for (const headers of [{}, await signIn()]) {
    const response = await app.inject({ url, headers })
    expect(response.headers).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000',
      'cross-origin-resource-policy': 'same-site',
      'cache-control': 'no-store',
    })
    expect(response.headers).not.toHaveProperty('x-powered-by')
    expect(response.headers).not.toHaveProperty('server')
  }
})
