import { expect, test } from 'vitest'
import { createDuplicateCheck } from './duplicates.ts'

test('ANALYTICS-25 detects the same name and payload within 1000 ms', () => {
  const { isRepeated } = createDuplicateCheck()
  expect(isRepeated('Clicked', { a: 1 }, 5000)).toBe(false)
  expect(isRepeated('Clicked', { a: 1 }, 5999)).toBe(true)
  expect(isRepeated('Clicked', { a: 2 }, 5999)).toBe(false)
  expect(isRepeated('Watched', { a: 1 }, 5999)).toBe(false)
  expect(isRepeated('Clicked', { a: 1 }, 6000)).toBe(false)
  expect(isRepeated('Clicked', { a: 1 }, 6999)).toBe(true)
})

test('ANALYTICS-26 above 100 entries removes expired ones, then the oldest', () => {
  const { isRepeated, size } = createDuplicateCheck()
  for (let index = 0; index < 100; index += 1) isRepeated('Clicked', { index }, index < 60 ? 1000 : 1500)
  expect(size()).toBe(100)
  isRepeated('Clicked', { index: 100 }, 2100)
  expect(size()).toBe(41)
  for (let index = 101; index < 300; index += 1) isRepeated('Clicked', { index }, 2200)
  expect(size()).toBe(100)
  expect(isRepeated('Clicked', { index: 299 }, 2201)).toBe(true)
})
