import { expect, test } from 'vitest'
import { parseSignInState, returnPath } from './return-path.ts'

for (const path of [
  '/',
  '/dashboard',
  '/settings?from=mail#profile',
  '/courses/a%20b/sessions/1',
  '/login-help',
  '/a//b',
  '/?next=https://evil.example/',
]) {
  test(`ROUTE-07 D-02 ${path} is a valid return path`, () => expect(returnPath(path)).toBe(path))
}

for (const path of [
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  '/\n/evil.example/',
  '/.//evil.example/',
  '/x/..//evil.example/',
  '/%2e//evil.example/',
  '\\\\evil.example',
  'javascript:alert(1)',
  'dashboard',
  ' /dashboard',
  '',
  '/login',
  '/login/',
  '/LOGIN?from=x',
  '/login#x',
  '/x/../signup',
  '/signup',
  undefined,
  null,
  42,
  { pathname: '/dashboard' },
]) {
  test(`D-02 ${JSON.stringify(path)} is invalid and becomes /`, () => expect(returnPath(path)).toBe('/'))
}

test('D-02 reads only strings from history state', () => {
  expect(parseSignInState({ from: '/settings', verify: 'ada@example.com', other: 1 })).toEqual({
    from: '/settings',
    verify: 'ada@example.com',
  })
  for (const state of [null, undefined, 'x', 7, [], { from: 1, verify: {} }]) {
    expect(parseSignInState(state)).toEqual({ from: undefined, verify: undefined })
  }
})
