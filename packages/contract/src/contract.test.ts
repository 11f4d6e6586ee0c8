import { type AppRouter, isAppRoute } from '@ts-rest/core'
import { expect, test } from 'vitest'
import { apiError, contract, profileInput } from './index.ts'

const routes = Object.values(contract as AppRouter).flatMap((word) => Object.values(word as AppRouter).filter(isAppRoute))

test('API-12 every endpoint declares who may call it, and its errors have the one error body', () => {
  expect(routes.length).toBeGreaterThan(0)
  for (const route of routes) {
    const auth = (route.metadata as { auth?: string } | undefined)?.auth
    expect(['public', 'bearer', 'admin']).toContain(auth)
    if (auth !== 'public') expect(route.responses[401]).toBe(apiError)
    if (auth === 'admin') expect(route.responses[403]).toBe(apiError)
    expect(route.responses[500]).toBe(apiError)
    expect(route.strictStatusCodes).toBe(true)
  }
})

test('SET-10 blank, overlong and unstorable profile lines are refused with a text that says what to do', () => {
  const refusal = (first_name: unknown) =>
    profileInput.safeParse({ first_name, last_name: 'Lovelace', job_title: 'Founder' }).error?.issues[0]?.message
  expect(refusal('  ')).toBe('First name is required.')
  expect(refusal(undefined)).toBe('First name is required.')
  expect(refusal('a'.repeat(101))).toBe('First name must be at most 100 characters.')
  expect(refusal('a\u0000b')).toBe('First name contains characters that cannot be stored.')
  expect(refusal(' Ada ')).toBeUndefined()
})

test('a body with an unknown field is refused', () => {
  expect(profileInput.safeParse({ first_name: 'A', last_name: 'B', job_title: 'C', is_admin: true }).success).toBe(false)
})
