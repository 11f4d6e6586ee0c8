import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHECK_RULES, checkReason } from './needs-check.ts'

const now = new Date('2026-11-23T12:00:00Z')
/** As the database returns a day. */
const today = new Date('2026-11-23')
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000)

test.each([
  ['never tried', null, [], 'untried'],
  ['never tried, two complaints', null, [1, 2], 'untried'],
  ['tried 119 days ago', 119, [], undefined],
  ['tried 120 days ago', 120, [], 'unchecked'],
  ['two complaints', 20, [1, 2], undefined],
  ['three complaints', null, [1, 2, 13.9], 'complaints'],
  ['three complaints, one of them 15 days ago', 30, [1, 2, 15], undefined],
  ['three complaints before it was tried', 3, [4, 5, 6], undefined],
  ['three complaints since it was tried', 7, [4, 5, 6], 'complaints'],
  ['complaints and no check', 130, [1, 1, 1], 'complaints'],
] as const)('PROMPT-60 %s', (_, tried, complaints, reason) => {
  const triedOn = tried === null ? null : daysAgo(tried)
  expect(checkReason({ triedOn, complaints: complaints.map(daysAgo) }, now)).toBe(reason)
})

const days = fc.double({ min: 0, max: 400, noNaN: true })

test('PROMPT-60 a try of today takes every prompt off the list, but for complaints of later days', () => {
  fc.assert(
    fc.property(fc.array(days), (complaints) => {
      const prompt = { triedOn: today }
      const untilNow = complaints.map(daysAgo)
      expect(checkReason({ ...prompt, complaints: untilNow }, now)).toBeUndefined()
      const tomorrow = daysAgo(-1)
      expect(checkReason({ ...prompt, complaints: untilNow }, tomorrow)).toBeUndefined()
      const later = Array.from({ length: CHECK_RULES.complaints }, () => daysAgo(-0.5))
      expect(checkReason({ ...prompt, complaints: [...untilNow, ...later] }, tomorrow)).toBe('complaints')
    }),
  )
})

test('PROMPT-60 three complaints in the morning do not list a prompt that is tried on the same day', () => {
  const complaints = [0.1, 0.2, 0.3].map(daysAgo)
  expect(checkReason({ triedOn: null, complaints }, now)).toBe('complaints')
  expect(checkReason({ triedOn: today, complaints }, now)).toBeUndefined()
})

test('PROMPT-60 one more complaint never takes a prompt off the list, and time alone never brings complaints back', () => {
  fc.assert(
    fc.property(fc.option(days), fc.array(days), days, (tried, complaints, later) => {
      const prompt = {
        triedOn: tried === null ? null : daysAgo(tried),
        complaints: complaints.map(daysAgo),
      }
      const reason = checkReason(prompt, now)
      const more = checkReason({ ...prompt, complaints: [...prompt.complaints, now] }, now)
      if (reason !== undefined) expect(more).toBeDefined()
      const then = new Date(now.getTime() + later * 24 * 60 * 60 * 1000)
      if (reason !== 'complaints') expect(checkReason(prompt, then)).not.toBe('complaints')
    }),
  )
})
