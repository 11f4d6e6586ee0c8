import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mondayOf, weekList } from './board.js'

test('a note from Sunday counts for the week that began on Monday', () => {
  assert.equal(mondayOf('2026-03-08'), '2026-03-02')
})

test('a week that spans two years is one week', () => {
  const notes = [
    { date: '2026-12-31', text: 'The export is slow' },
    { date: '2027-01-01', text: 'The export is still slow' },
  ]
  const weeks = weekList(notes, '2027-01-02').map(({ week, count }) => [week, count])
  assert.deepEqual(weeks, [['2026-12-28', 2]])
})

import { isRising } from './board.js'

const cases = [
  { now: 2, before: 0, rising: false, says: 'two notes are too few' },
  { now: 3, before: 0, rising: true, says: 'three notes are enough, even for a new topic' },
  { now: 4, before: 0, rising: true, says: 'four notes are enough' },
  { now: 5, before: 3, rising: false, says: 'one less than twice as many is not enough' },
  { now: 6, before: 3, rising: true, says: 'exactly twice as many is enough' },
  { now: 7, before: 3, rising: true, says: 'one more than twice as many is enough' },
  { now: 2, before: 1, rising: false, says: 'twice as many, but too few notes' },
  { now: 3, before: 2, rising: false, says: 'enough notes, but not twice as many' },
  { now: 0, before: 0, rising: false, says: 'a topic without notes is not rising' },
]

for (const { now, before, rising, says } of cases) {
  test(says, () => assert.equal(isRising(now, before), rising))
}

// Are the rows sharp? Each of these is wrong by a little, and some row has to notice.
const wrong = {
  'more than 3': (now, before) => now > 3 && now >= before * 2,
  'at least 2': (now, before) => now >= 2 && now >= before * 2,
  'more than twice': (now, before) => now >= 3 && now > before * 2,
  'one of the two is enough': (now, before) => now >= 3 || now >= before * 2,
  'last week is forgotten': (now) => now >= 3,
}
const lets = (rows, rule) => rows.every(({ now, before, rising }) => rule(now, before) === rising)

for (const [name, rule] of Object.entries(wrong)) {
  test(`the rows notice: ${name}`, () => assert.ok(!lets(cases, rule)))
}

test('two cases from the middle notice none of them', () => {
  const middle = [
    { now: 10, before: 1, rising: true },
    { now: 1, before: 10, rising: false },
  ]
  for (const rule of Object.values(wrong)) assert.ok(lets(middle, rule))
})
