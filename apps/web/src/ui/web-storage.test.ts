import { expect, test, vi } from 'vitest'
import { browserStorage, tabStorage } from './web-storage.ts'

test('stores texts, and null removes one', () => {
  tabStorage.set('key', 'text')
  expect([tabStorage.get('key'), sessionStorage.getItem('key')]).toEqual(['text', 'text'])
  tabStorage.set('key', null)
  expect([tabStorage.get('key'), sessionStorage.length]).toEqual([null, 0])
})

test('parses JSON, and treats the text of another program as missing', () => {
  browserStorage.set('key', '{"a":1}')
  expect(browserStorage.getJson('key')).toEqual({ a: 1 })
  browserStorage.set('key', '{')
  expect([browserStorage.getJson('key'), browserStorage.getJson('missing')]).toEqual([null, null])
})

test('keeps in memory what full storage does not take, until it takes it', () => {
  const setItem = vi.fn(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  vi.stubGlobal('localStorage', { getItem: () => 'old', setItem })
  browserStorage.set('key', 'new')
  expect([browserStorage.get('key'), setItem.mock.calls]).toEqual(['new', [['key', 'new']]])
  vi.unstubAllGlobals()
  browserStorage.set('key', 'newer')
  expect([browserStorage.get('key'), localStorage.getItem('key')]).toEqual(['newer', 'newer'])
})

test('removes all keys with a prefix, also those in memory where storage is blocked', () => {
  tabStorage.set('draft.a', '1')
  tabStorage.set('other', '2')
  tabStorage.removeAll('draft.')
  expect([tabStorage.get('draft.a'), tabStorage.get('other')]).toEqual([null, '2'])
  vi.stubGlobal('sessionStorage', undefined)
  tabStorage.set('draft.a', '1')
  expect(tabStorage.get('draft.a')).toBe('1')
  tabStorage.removeAll('draft.')
  expect(tabStorage.get('draft.a')).toBeNull()
})
