import type { SessionSummary } from '@academy/contract'
import { expect, test } from 'vitest'
import { courseContents } from './course-contents.ts'
import {
  adjacentTutorials,
  courseTotals,
  durationTexts,
  firstFreeTutorial,
  formatDuration,
  formatStudyMinutes,
  formatStudyTime,
} from './course-outline.ts'

const tutorial = (id: string, free = false, duration: number | null = 10) => ({
  id,
  name: `Tutorial ${id}`,
  free,
  vip: false,
  duration,
  read_minutes: null,
  build_minutes: null,
  has_diagram: free,
  has_video: free,
})
const session = (number: number, tutorials: SessionSummary['tutorials']): SessionSummary => ({
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
  expect(courseTotals(sessions)).toEqual({
    sessions: 3,
    tutorials: 3,
    free: 2,
    diagrams: 2,
    videos: 2,
    minutes: 75,
    readMinutes: 0,
    buildMinutes: 0,
  })
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

test('EDITION-12 the offer says how many tutorials have a video, in sessions', () => {
  expect(courseContents(sessions)).toBe('3 tutorials to build along, 2 with a short video, grouped into 3 sessions')
  expect(courseContents([session(1, [tutorial('a')])])).toBe('1 tutorial to build along, grouped into 1 session')
  expect(courseContents([session(1, [tutorial('a', true), tutorial('b', true)])])).toBe(
    '2 video tutorials to build along, grouped into 1 session',
  )
  expect(courseContents([session(1, [])])).toBeUndefined()
})

test('EDITION-12 hours of reading and of building are named apart, and those of videos alone', () => {
  const written = { ...tutorial('w'), read_minutes: 8, build_minutes: 85 }
  expect(durationTexts(courseTotals([session(1, [written])]))).toEqual([
    ['8 min', 'reading'],
    ['1 h 25 min', 'building'],
  ])
  expect(durationTexts(courseTotals([session(1, [{ ...written, build_minutes: null }, tutorial('a')])]))).toEqual([
    ['8 min', 'reading'],
    ['10 min', 'of video'],
  ])
  expect(durationTexts(courseTotals(sessions))).toEqual([['1 h 15 min', 'total']])
})
