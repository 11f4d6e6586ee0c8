import type { SessionSummary } from '@academy/contract'
import { expect, test } from 'vitest'
import { adjacentTutorials, courseTotals, firstFreeTutorial, formatDuration } from './course-outline.ts'
import { formatStudyMinutes, formatStudyTime } from './study-time.ts'

const tutorial = (id: string, free = false, duration: number | null = 10) => ({
  id,
  name: `Tutorial ${id}`,
  free,
  vip: false,
  duration,
  read_minutes: null,
  build_minutes: null,
  has_diagram: free,
})
const session = (number: number, tutorials: ReturnType<typeof tutorial>[]): SessionSummary => ({
  id: `s${number}`,
  number,
  name: `Session ${number}`,
  description: '',
  free: false,
  tutorials_number: tutorials.length,
  tutorials,
})
const sessions = [session(1, [tutorial('a')]), session(2, []), session(3, [tutorial('b', true, 65), tutorial('c', true, null)])]

test('D-47 finds adjacent tutorials across sessions, skipping empty ones', () => {
  expect(adjacentTutorials(sessions, 'a')).toMatchObject({ before: null, next: { id: 'b', session_id: 's3' } })
  expect(adjacentTutorials(sessions, 'b')).toMatchObject({ before: { id: 'a', session_id: 's1' }, next: { id: 'c' } })
  expect(adjacentTutorials(sessions, 'c')).toMatchObject({ before: { id: 'b' }, next: null })
  expect(adjacentTutorials(sessions, 'gone')).toEqual({ before: null, next: null })
})

test('returns the first free tutorial in course order', () => {
  expect(firstFreeTutorial(sessions)).toMatchObject({ id: 'b', session_id: 's3', session_name: 'Session 3' })
  expect(firstFreeTutorial([])).toBeUndefined()
})

test('COURSE-05 COURSE-06 R-03 counts sessions, tutorials, diagrams, free tutorials and minutes', () => {
  expect(courseTotals(sessions)).toEqual({ sessions: 3, tutorials: 3, free: 2, diagrams: 2, minutes: 75 })
})

test.each([
  [0, '0 min'],
  [45, '45 min'],
  [60, '1 h'],
  [130, '2 h 10 min'],
  [59.5, '1 h'],
  [119.5, '2 h'],
  [120.4, '2 h'],
])('%s minutes read "%s"', (minutes, text) => {
  expect(formatDuration(minutes)).toBe(text)
})

test.each([
  [{ read_minutes: 8, build_minutes: 25, duration: 2 }, '8 min read · 25 min build', '33 min'],
  [{ read_minutes: 8, build_minutes: null, duration: 2 }, '8 min read', '8 min'],
  [{ read_minutes: null, build_minutes: 90, duration: null }, '1 h 30 min build', '1 h 30 min'],
  [{ read_minutes: null, build_minutes: null, duration: 12 }, '12 min', '12 min'],
  [{ read_minutes: null, build_minutes: null, duration: null }, null, null],
])('EDITION-12 %j takes %s, in lists %s', (times, ofItsPage, inLists) => {
  expect([formatStudyTime(times), formatStudyMinutes(times)]).toEqual([ofItsPage, inLists])
})
