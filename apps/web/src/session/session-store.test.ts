import type { Session } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { sampleSession } from '../testing/mock-auth-provider.ts'
import { createSessionStore } from './session-store.ts'

const session = sampleSession() as unknown as Session

test('ROUTE-08 is loading until the provider has responded once', () => {
  const store = createSessionStore()
  expect(store.get()).toEqual({ status: 'loading', session: null })
  store.setInitialSession(null)
  expect(store.get()).toEqual({ status: 'signed-out', session: null, byChoice: false })
})

test('D-01 ROUTE-08 stays loading after a check without response, until an event arrives', () => {
  const store = createSessionStore()
  store.onAuthEvent('INITIAL_SESSION', null)
  expect(store.get()).toEqual({ status: 'loading', session: null })
  store.markUnreachable()
  expect(store.get()).toEqual({ status: 'loading', session: null, isUnreachable: true })
  store.onAuthEvent('TOKEN_REFRESHED', session)
  store.markUnreachable()
  expect(store.get()).toEqual({ status: 'signed-in', session })
})

test('D-01 a late first check does not overwrite an event', () => {
  const store = createSessionStore()
  store.onAuthEvent('SIGNED_IN', session)
  store.setInitialSession(null)
  expect(store.get().status).toBe('signed-in')
})

test('AUTH-26 handles events synchronously: awaiting in the provider’s callback would lock every tab', () => {
  const store = createSessionStore()
  expect(store.onAuthEvent('TOKEN_REFRESHED', session)).toBeUndefined()
  expect(store.get().status).toBe('signed-in')
})

test('D-12 distinguishes signing out by choice from losing the session', async () => {
  const store = createSessionStore()
  const notified: boolean[] = []
  store.onSignOut(({ byChoice }) => notified.push(byChoice))
  store.onAuthEvent('SIGNED_IN', session)
  await store.signOutByChoice(async () => store.onAuthEvent('SIGNED_OUT', null))
  expect(store.get()).toMatchObject({ byChoice: true })
  store.onAuthEvent('SIGNED_IN', session)
  store.onAuthEvent('SIGNED_OUT', null)
  expect(store.get()).toMatchObject({ byChoice: false })
  expect(notified).toEqual([true, false])
})

test('does not notify listeners of a second sign-out', () => {
  const store = createSessionStore()
  let notified = 0
  store.subscribe(() => notified++)
  store.setInitialSession(null)
  store.onAuthEvent('SIGNED_OUT', null)
  expect(notified).toBe(1)
})
