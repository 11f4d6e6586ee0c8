import { expect, test } from 'vitest'
import { pageName } from './page-name.ts'

test.each([
  ['/dashboard', 'Dashboard'],
  ['/login', 'Login'],
  ['/signup', 'Signup'],
  ['/reset-password', 'Reset Password'],
  ['/resources', 'Resources'],
  ['/my-prompts', 'My Prompts'],
  ['/notes', 'Notes'],
  ['/community', 'Community'],
  ['/premium-slack', 'Premium Slack'],
  ['/coder-boards', 'Coder Boards'],
  ['/mentorship', 'Mentorship'],
  ['/settings', 'Settings'],
  ['/settings/tokens', 'Access Tokens'],
])('ANALYTICS-06 %s is %s', (path, name) => {
  expect(pageName(path)).toBe(name)
})

test('ANALYTICS-07 / and an empty path are Home', () => {
  expect([pageName('/'), pageName('')]).toEqual(['Home', 'Home'])
})

test.each([
  ['/courses/c', 'Course'],
  ['/courses/c/sessions/s', 'Course Session'],
  ['/courses/c/sessions/s/tutorials/t', 'Course Tutorial'],
  ['/resources/r', 'Resource Details'],
  ['/my-prompts/p', 'My Prompt Details'],
  ['/certificates/c', 'Certificate'],
  // Below a page, without a page of their own.
  ['/courses/c/no-page', 'Course'],
  ['/resources/r/no-page', 'Resource Details'],
])('ANALYTICS-08 ANALYTICS-09 ANALYTICS-10 ANALYTICS-11 ANALYTICS-12 %s is %s', (path, name) => {
  expect(pageName(path)).toBe(name)
})

test.each(['courses', 'course', 'course/s/t', 'admin/accounts', 'admin/content/a', 'no/such/page', 'dashboards', 'dashboard/x'])(
  'ANALYTICS-13 names any other path by itself, without its first slash: %s',
  (path) => {
    expect(pageName(`/${path}`)).toBe(path)
  },
)

test('ignores a trailing slash', () => {
  expect(['/dashboard/', '/courses/c/', '/courses/', '/no/page//'].map(pageName)).toEqual(['Dashboard', 'Course', 'courses', 'no/page'])
})
