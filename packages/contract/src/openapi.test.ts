import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { openApiDocument, securityFor } from './openapi.ts'

const document = openApiDocument('https://api.example.test')

test('the generated document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(document))
  expect(result.errors ?? []).toEqual([])
  expect(result.valid).toBe(true)
})

test('every endpoint of the contract is in it, with real schemas and its security', () => {
  const paths = document.paths as Record<string, Record<string, { security: unknown[]; responses: Record<string, unknown> }>>
  expect(Object.keys(paths).sort()).toEqual([
    '/api/accounts',
    '/api/accounts/context',
    '/api/accounts/erase',
    '/api/accounts/export',
    '/api/accounts/profile',
    '/api/admin/accounts',
    '/api/admin/accounts/{accountId}',
    '/api/admin/accounts/{accountId}/bundle-deal',
    '/api/admin/accounts/{accountId}/grants',
    '/api/admin/accounts/{accountId}/grants/revoke',
    '/api/admin/accounts/{accountId}/sync',
    '/api/admin/content',
    '/api/admin/content/confirm',
    '/api/admin/content/pages/{pageId}/preview',
    '/api/admin/content/sync',
    '/api/admin/payments',
    '/api/admin/payments/customers/{customerId}/dismiss',
    '/api/courses/{courseId}',
    '/api/courses/{courseId}/progress',
    '/api/courses/{courseId}/video',
    '/api/geo',
    '/api/health',
    '/api/library',
    '/api/library/{id}/additional-instructions',
    '/api/library/{id}/code-sample',
    '/api/library/{id}/content',
    '/api/library/{id}/prerequisite',
    '/api/library/{id}/prompt',
    '/api/library/{id}/properties',
    '/api/library/{id}/related-resources',
    '/api/payments/create-checkout-session',
    '/api/payments/create-portal-session',
    '/api/prompts',
    '/api/prompts/{id}',
    '/api/ready',
    '/api/sessions',
    '/api/sessions/{sessionId}',
    '/api/sessions/{sessionId}/tutorials',
    '/api/tutorials/{tutorialId}/content',
    '/api/tutorials/{tutorialId}/progress',
    '/api/tutorials/{tutorialId}/video-position',
  ])
  expect(paths['/api/accounts']?.post?.security).toEqual([])
  expect(paths['/api/accounts/context']?.get?.security).toEqual([{ bearer: [] }])
  expect(JSON.stringify(paths['/api/accounts/profile']?.put)).toContain('"maxLength":100')
  expect(JSON.stringify(document)).not.toContain('"schema":{}')
})

test('EDGE-05 writes patterns that generators of clients and of tests can read: no escape that only some regular expression engines know', () => {
  const patterns = new Set(
    [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, text = '']) => JSON.parse(text)),
  )
  expect(patterns.size).toBeGreaterThan(5)
  const known = /\\(?:x[0-9a-f]{2}|[dDwWsS]|[^0-9A-Za-z])/g
  for (const pattern of patterns) expect(pattern.replace(known, ''), pattern).not.toMatch(/\\|\(\?(?!:)/)
})

test('ACCESS-01 the document marks what is public, for signed-in users, and for the admin', () => {
  expect(securityFor('public')).toEqual([])
  expect(securityFor('bearer')).toEqual([{ bearer: [] }])
  expect(securityFor('admin')).toEqual([{ bearer: ['admin'] }])
  expect(securityFor(undefined)).toEqual([{ bearer: [] }])
})
