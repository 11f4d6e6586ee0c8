import { afterEach, expect, test, vi } from 'vitest'
import { takeFirstResponse } from './first-responses.ts'

const CONTEXT = '/api/accounts/context'
const response = new Response('{}')
const hold = (ageOfPage = 1_000) => {
  vi.spyOn(performance, 'now').mockReturnValue(ageOfPage)
  window.firstResponses = { token: 'token-1', byUrl: new Map([[CONTEXT, Promise.resolve(response)]]) }
}
const take = (changes: { method?: string; path?: string; token?: string } = {}) => {
  const { method = 'GET', path = CONTEXT, token = 'token-1' } = changes
  return takeFirstResponse({ method, path }, token)
}
afterEach(() => {
  delete window.firstResponses
})

test('LEARN-60 a response that the head of the page requested is taken once', async () => {
  hold()
  await expect(take()).resolves.toBe(response)
  expect(take()).toBeUndefined()
})

test('LEARN-60 takes a response only for the same URL', () => {
  hold()
  expect(take({ path: '/api/sessions' })).toBeUndefined()
  expect(take()).toBeDefined()
})

test.each([
  ['another token', { token: 'token-2' }],
  ['a write', { method: 'PUT', path: '/api/accounts/profile' }],
])('LEARN-60 %s discards the responses', (_, call) => {
  hold()
  expect(take(call)).toBeUndefined()
  expect(take()).toBeUndefined()
})

test('LEARN-60 after 15 seconds the responses are out of date', () => {
  hold(15_001)
  expect(take()).toBeUndefined()
})
