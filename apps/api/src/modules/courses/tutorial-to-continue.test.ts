import { expect, test } from 'vitest'
import { tutorialToContinue } from './tutorial-to-continue.ts'

const course = ['a', 'b', 'c', 'd'].map((id) => ({ id }))

/** Progress with tutorials in the order in which they were used; a trailing `!` marks one as done. */
const progressOf = (used: string) =>
  new Map(
    used
      .split(' ')
      .filter(Boolean)
      .map((text, index) => [text[0] ?? '', { done: text.endsWith('!'), updated_at: new Date(1_000 + index) }]),
  )

test.each<[used: string, expected: string | null, reason: string]>([
  ['', 'a', 'the first, before any was opened'],
  ['b', 'b', 'the last used one'],
  ['c a', 'a', 'the last used one, also before another'],
  ['a! b!', 'c', 'the next after the last used one'],
  ['a! c!', 'd', 'the next, not the one that was skipped'],
  ['a! c! d!', 'b', 'the first that is not done, at the end of the course'],
  ['a! b! d! c!', null, 'none when all are done'],
  ['x', 'a', 'the first, when the only used tutorial no longer exists'],
])('LEARN-04 after "%s" it is %j: %s', (used, expected, _reason) => {
  expect(tutorialToContinue(course, progressOf(used))).toBe(expected)
})

test('LEARN-04 there is none in a course without tutorials', () => {
  expect(tutorialToContinue([], new Map())).toBeNull()
})
