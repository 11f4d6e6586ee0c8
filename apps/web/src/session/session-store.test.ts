import type { Session } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { sampleSession } from '../testing/canned-provider.ts'
import { createSessionStore } from './session-store.ts'

const session = sampleSession() as unknown as Session

test('ROUTE-08 nothing is known until the provider has answered once', () => {
  const store = createSessionStore()
  expect(store.get()).toEqual({ status: 'loading', session: null })
  store.onFirstAnswer(null)
  expect(store.get()).toEqual({ status: 'signed-out', session: null, byChoice: false })
})

test('D-01 ROUTE-08 a question that met nobody leaves open who is there, until an event tells', () => {
  const store = createSessionStore()
  store.onAuthEvent('INITIAL_SESSION', null)
  expect(store.get()).toEqual({ status: 'loading', session: null })
  store.onNoAnswer()
  expect(store.get()).toEqual({ status: 'loading', session: null, isUnanswered: true })
  store.onAuthEvent('TOKEN_REFRESHED', session)
  store.onNoAnswer()
  expect(store.get()).toEqual({ status: 'signed-in', session })
})

test('D-01 a late first answer does not undo what an event said', () => {
  const store = createSessionStore()
  store.onAuthEvent('SIGNED_IN', session)
  store.onFirstAnswer(null)
  expect(store.get().status).toBe('signed-in')
})

test('AUTH-26 taking in an event is synchronous: waiting inside the provider’s callback would lock every tab', () => {
  const store = createSessionStore()
  expect(store.onAuthEvent('TOKEN_REFRESHED', session)).toBeUndefined()
  expect(store.get().status).toBe('signed-in')
})

test('D-12 leaving by choice is told from being thrown out', async () => {
  const store = createSessionStore()
  const told: boolean[] = []
  store.onSignOut(({ byChoice }) => told.push(byChoice))
  store.onAuthEvent('SIGNED_IN', session)
  await store.leavingByChoice(async () => store.onAuthEvent('SIGNED_OUT', null))
  expect(store.get()).toMatchObject({ byChoice: true })
  store.onAuthEvent('SIGNED_IN', session)
  store.onAuthEvent('SIGNED_OUT', null)
  expect(store.get()).toMatchObject({ byChoice: false })
  expect(told).toEqual([true, false])
})

test('a signed-out store tells nobody the same again', () => {
  const store = createSessionStore()
  let told = 0
  store.subscribe(() => told++)
  store.onFirstAnswer(null)
  store.onAuthEvent('SIGNED_OUT', null)
  expect(told).toBe(1)
})
