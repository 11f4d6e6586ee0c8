import { type AppRoute, type AppRouter, isAppRoute } from '@ts-rest/core'
import { expect, test } from 'vitest'
import { profileInput } from './accounts.ts'
import { apiError, contract } from './index.ts'
import type { EndpointAccess } from './token-scopes.ts'
import { tokenInput } from './tokens.ts'

const routes = Object.values(contract as AppRouter).flatMap((word) => Object.values(word as AppRouter).filter(isAppRoute))

test('API-12 every endpoint declares its access, and its errors have the error body', () => {
  expect(routes.length).toBeGreaterThan(0)
  for (const route of routes) {
    const auth = (route.metadata as { auth?: string } | undefined)?.auth
    expect(['public', 'bearer', 'admin']).toContain(auth)
    if (auth !== 'public') expect([route.responses[401], route.responses[403]]).toEqual([apiError, apiError])
    expect(route.responses[500]).toBe(apiError)
    expect(route.strictStatusCodes).toBe(true)
  }
})

/** The endpoints that accept personal access tokens. All are listed, so that none accepts one by mistake. */
const ACCEPTING_TOKENS = {
  any: ['accounts.context'],
  'content:read': [
    'courses.course',
    'courses.courseVideo',
    'courses.list',
    'courses.session',
    'courses.sessionCheckpoint',
    'courses.sessionChecks',
    'courses.sessionTutorials',
    'courses.sessions',
    'courses.tutorialContent',
    'learning.progress',
    'library.additionalInstructions',
    'library.codeSample',
    'library.content',
    'library.list',
    'library.prerequisite',
    'library.prompt',
    'library.prompts',
    'library.properties',
    'library.relatedResources',
    'library.vote',
    'prompts.origin',
    'search.search',
  ],
  'prompts:read': ['prompts.get', 'prompts.list', 'prompts.summaries', 'prompts.version', 'prompts.versions', 'team.prompts'],
  'prompts:write': ['prompts.create', 'prompts.favourite', 'prompts.remove', 'prompts.update'],
  'progress:write': ['learning.saveCheckResult', 'learning.saveProgress', 'learning.saveVideoPosition'],
}

test('TOKEN-03 only the listed endpoints accept personal access tokens, each with its scope', () => {
  const accepting: Record<string, string[]> = {}
  for (const [word, router] of Object.entries(contract as AppRouter)) {
    for (const [name, route] of Object.entries(router as Record<string, AppRoute>)) {
      const { auth, scope } = route.metadata as EndpointAccess
      if (scope === undefined) continue
      expect([name, auth]).toEqual([name, 'bearer'])
      accepting[scope] = [...(accepting[scope] ?? []), `${word}.${name}`].sort()
    }
  }
  expect(accepting).toEqual(ACCEPTING_TOKENS)
})

test('TOKEN-01 refuses an invalid new token with a message for each field', () => {
  const valid = { name: ' Laptop ', scopes: ['content:read'], expires_in_days: 30 }
  expect(tokenInput.parse(valid)).toEqual({ ...valid, name: 'Laptop' })
  const refused = (change: object) => [...new Set(tokenInput.safeParse({ ...valid, ...change }).error?.issues.map(({ path }) => path[0]))]
  expect(refused({ name: ' ' })).toEqual(['name'])
  expect(refused({ name: 'a'.repeat(61) })).toEqual(['name'])
  expect(refused({ name: 'a\nb' })).toEqual(['name'])
  expect(refused({ scopes: [] })).toEqual(['scopes'])
  expect(refused({ scopes: 'content:read' })).toEqual(['scopes'])
  expect(refused({ scopes: ['admin'] })).toEqual(['scopes'])
  for (const expires_in_days of [0, 31, 366, '30', null, undefined]) expect(refused({ expires_in_days })).toEqual(['expires_in_days'])
})

test('SET-10 refuses blank, overlong and unstorable profile lines with a message that says what to do', () => {
  const refusal = (first_name: unknown) =>
    profileInput.safeParse({ first_name, last_name: 'Lovelace', job_title: 'Founder' }).error?.issues[0]?.message
  expect(refusal('  ')).toBe('First name is required.')
  expect(refusal(undefined)).toBe('First name is required.')
  expect(refusal('a'.repeat(101))).toBe('First name must be at most 100 characters.')
  expect(refusal('a\u0000b')).toBe('First name contains characters that cannot be stored.')
  expect(refusal(' Ada ')).toBeUndefined()
})

test('refuses a body with an unknown field', () => {
  expect(profileInput.safeParse({ first_name: 'A', last_name: 'B', job_title: 'C', is_admin: true }).success).toBe(false)
})
