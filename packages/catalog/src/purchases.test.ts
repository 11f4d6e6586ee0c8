import { expect, test } from 'vitest'
import { endingMonth, type StudioMonth } from './purchases.ts'

const day = (number: number) => new Date(Date.UTC(2026, 10, number))
const month = (changes: Partial<StudioMonth> = {}): StudioMonth => ({
  subscription_id: 'sub_1',
  paid_at: day(1),
  refunded_at: null,
  dispute: null,
  dispute_at: null,
  ...changes,
})
const lost = { dispute: 'lost', dispute_at: day(3) } as const

test.each([
  ['paid', [month()], false],
  ['refunded in full', [month({ refunded_at: day(3) })], true],
  ['refunded in full before a later month was charged', [month({ refunded_at: day(3) }), month({ paid_at: day(4) })], false],
  ['refunded in full after a later month was charged', [month({ refunded_at: day(5) }), month({ paid_at: day(4) })], true],
  ['disputed, not yet decided', [month({ ...lost, dispute: 'open' })], false],
  ['disputed and won', [month({ ...lost, dispute: 'won' })], false],
  ['disputed and lost', [month(lost)], true],
  ['lost after a later month was charged', [month(lost), month({ paid_at: day(4) })], true],
  ['of another subscription', [month({ ...lost, subscription_id: 'sub_2' })], false],
  ['paid outside the checkout', [month({ ...lost, subscription_id: null })], false],
] satisfies [string, StudioMonth[], boolean][])('MONEY-12 a month that was %s decides whether the Studio ends', (_, months, ends) => {
  expect(endingMonth('sub_1', months) !== undefined).toBe(ends)
})
