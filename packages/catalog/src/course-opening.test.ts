import { expect, test } from 'vitest'
import { isCourseOnSale, isCourseOpen } from './course-opening.ts'
import { noEntitlements } from './entitlements.ts'

const studio = { ...noEntitlements, resources: true, my_prompts: true, slack_premium: true, slack_standard: true }
const onSale = (opens_on: string | null, studio_opens_on: string | null, today: string) =>
  [noEntitlements, { ...noEntitlements, resources: true }, studio].map((entitlements) =>
    isCourseOnSale({ opens_on, studio_opens_on }, { entitlements, today }),
  )

test('COURSES-08 a course opens at the beginning of its day, for subscribers of the Studio at that of theirs', () => {
  expect(onSale(null, null, '2027-03-01')).toEqual([true, true, true])
  expect(onSale('2027-03-15', '2027-03-01', '2027-02-28')).toEqual([false, false, false])
  expect(onSale('2027-03-15', '2027-03-01', '2027-03-01'), 'a part of the Studio is not the Studio').toEqual([false, false, true])
  expect(onSale('2027-03-15', '2027-03-01', '2027-03-14')).toEqual([false, false, true])
  expect(onSale('2027-03-15', '2027-03-01', '2027-03-15')).toEqual([true, true, true])
  expect(onSale('2027-03-15', null, '2027-03-14')).toEqual([false, false, false])
})

test('COURSES-08 the day of subscribers does not open a course for everyone', () => {
  const opening = { opens_on: '2027-03-15', studio_opens_on: '2027-03-01' }
  expect(['2027-03-14', '2027-03-15', '2027-03-16'].map((today) => isCourseOpen(opening, today))).toEqual([false, true, true])
})
