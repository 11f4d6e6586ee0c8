import { expect, test, vi } from 'vitest'
import { sampleSession } from '../testing/mock-auth-provider.ts'
import { storeSession } from '../testing/open-app.tsx'
import { SESSION_KEY } from './storage-key.ts'
import { loadFreshSession, storedEmail } from './stored-session.ts'

test('returns a session whose token is valid for longer than 90 seconds', () => {
  const session = sampleSession('stored', 95)
  storeSession(session)
  expect(loadFreshSession()).toEqual(session)
})

test.each([
  ['that the auth client would refresh', sampleSession('stored', 85)],
  ['that has expired', sampleSession('stored', -60)],
  ['without an expiry', { ...sampleSession(), expires_at: undefined }],
  ['without a refresh token', { ...sampleSession(), refresh_token: '' }],
  ['without a user', { ...sampleSession(), user: null }],
  ['of another shape', 'session'],
  ['that is null', null],
])('returns null for a session %s', (_, session) => {
  storeSession(session)
  expect(loadFreshSession()).toBeNull()
})

test('returns null without a session, for text that is not JSON, and with blocked storage', () => {
  expect(loadFreshSession()).toBeNull()
  localStorage.setItem(SESSION_KEY, '{')
  expect(loadFreshSession()).toBeNull()
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  expect(loadFreshSession()).toBeNull()
})

test.each([
  ['is valid', sampleSession(), 'ada@example.com'],
  ['has expired', sampleSession('stored', -60), 'ada@example.com'],
  ['has no user', { ...sampleSession(), user: null }, ''],
  ['has no email address', { ...sampleSession(), user: { email: 7 } }, ''],
  ['is a text', 'session', ''],
  ['is null', null, ''],
])('returns the email address of a stored session that %s', (_, session, email) => {
  storeSession(session)
  expect(storedEmail()).toBe(email)
})

test('returns no email address without a stored session', () => {
  expect(storedEmail()).toBe('')
})
