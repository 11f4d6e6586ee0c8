import { expect, test } from 'vitest'
import { requestsToList } from '../notion/read-workspace.ts'
import { fullEvery } from './edited-since.ts'

test('a full sync is rarer the more requests it takes, but runs at least every half hour', () => {
  expect([10, 11, 16, 180, 181, 10_000].map(fullEvery)).toEqual([0, 110, 160, 1_800, 1_800, 1_800])
})

test('a workspace is listed in one request, one for each database, and one for each hundred pages begun', () => {
  expect(requestsToList({ course: 0, session: 0, tutorial: 0, resource: 0 })).toBe(5)
  expect(requestsToList({ course: 1, session: 10, tutorial: 200, resource: 100 })).toBe(6)
  expect(requestsToList({ course: 1, session: 10, tutorial: 200, resource: 10_000 })).toBe(105)
})
