import { FIRST_COURSE } from '@academy/catalog'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outlineOf as outlineOn } from './outline.ts'
import { courseBody, sessionBody } from './response-bodies.ts'

const outlineOf = (published: Parameters<typeof outlineOn>[0]) => outlineOn(published, '2026-11-20')
const course = (id: string, name = id) => ({
  page_id: `p-${id}`,
  id,
  name,
  text: '',
  video: null,
  product: FIRST_COURSE,
  opens_on: null,
  studio_opens_on: null,
  published_at: new Date(0),
})
const session = (id: string, courseId: string, position: number | null, free = false) => ({
  page_id: `p-${id}`,
  course_page_id: `p-${courseId}`,
  id,
  name: id,
  description: '',
  position,
  free,
  checkpoint: null,
  has_checks: false,
})
const tutorial = (id: string, sessionId: string, position: number | null, free = false) => ({
  page_id: `p-${id}`,
  session_page_id: `p-${sessionId}`,
  id,
  name: id,
  description: '',
  position,
  free,
  vip: false,
  duration: null,
  read_minutes: null,
  build_minutes: null,
  feedback: null,
  has_diagram: false,
  has_video: false,
  published_at: new Date(0),
  last_edited_time: new Date(0),
})

test('COURSE-11 sorts sessions and tutorials by the author’s order; those without a position come last, by name', () => {
  const { sessions } = outlineOf({
    courses: [course('c')],
    sessions: [session('z', 'c', null), session('b', 'c', 2), session('y', 'c', null), session('a', 'c', 1), session('intro', 'c', 0)],
    tutorials: [tutorial('t2', 'a', 2), tutorial('t9', 'a', null), tutorial('t1', 'a', 1)],
  })
  expect(sessions.map(({ id, number }) => [id, number])).toEqual([
    ['intro', 0],
    ['a', 1],
    ['b', 2],
    ['y', 3],
    ['z', 4],
  ])
  expect(sessions[1]?.tutorials.map(({ id }) => id)).toEqual(['t1', 't2', 't9'])
})

test('TUT-25 TUT-26 neighbors skip empty sessions, and stay in the course', () => {
  const { tutorials } = outlineOf({
    courses: [course('c'), course('d')],
    sessions: [session('s1', 'c', 1), session('empty', 'c', 2), session('s3', 'c', 3), session('other', 'd', 1)],
    tutorials: [tutorial('a', 's1', 1), tutorial('b', 's3', 1), tutorial('x', 'other', 1)],
  })
  expect(tutorials.get('a')).toMatchObject({ before: undefined, next: { id: 'b', session_id: 's3', course_id: 'c' } })
  expect(tutorials.get('b')).toMatchObject({ before: { id: 'a', session_id: 's1' }, next: undefined })
  expect(tutorials.get('x')).toMatchObject({ before: undefined, next: undefined, course_id: 'd' })
})

test('D-32 a tutorial is free if it or its session is', () => {
  const { tutorials } = outlineOf({
    courses: [course('c')],
    sessions: [session('free', 'c', 1, true), session('locked', 'c', 2)],
    tutorials: [tutorial('a', 'free', 1), tutorial('b', 'locked', 1, true), tutorial('x', 'locked', 2)],
  })
  expect(['a', 'b', 'x'].map((id) => tutorials.get(id)?.free)).toEqual([true, true, false])
})

test('leaves out pages whose parent is not published', () => {
  const outline = outlineOf({
    courses: [course('c')],
    sessions: [session('s', 'c', 1), session('lost', 'gone', 1)],
    tutorials: [tutorial('a', 's', 1), tutorial('b', 'lost', 1), tutorial('x', 'nowhere', 1)],
  })
  expect(outline.sessions.map(({ id }) => id)).toEqual(['s'])
  expect([...outline.tutorials.keys()]).toEqual(['a'])
})

test('COURSE-03 a course without name and text has empty rich text', () => {
  const [shown] = outlineOf({ courses: [course('c', '')], sessions: [], tutorials: [] }).courses
  expect(shown && courseBody(shown).properties).toEqual({ Name: { title: [] }, Text: { rich_text: [] }, sessions: { relation: [] } })
  const [bare] = outlineOf({ courses: [course('c')], sessions: [session('s', 'c', 1)], tutorials: [] }).sessions
  expect(bare && sessionBody(bare).properties.Description.rich_text).toEqual([])
})

test('following next visits each tutorial of the course once, and before leads back', () => {
  const pages = fc.array(fc.record({ session: fc.nat(4), position: fc.option(fc.nat(5)) }), { maxLength: 20 })
  fc.assert(
    fc.property(pages, (list) => {
      const { tutorials } = outlineOf({
        courses: [course('c')],
        sessions: [0, 1, 2, 3, 4].map((i) => session(`s${i}`, 'c', (i * 3) % 5)),
        tutorials: list.map(({ session: of, position }, i) => tutorial(`t${i}`, `s${of}`, position)),
      })
      const walk: string[] = []
      let at = [...tutorials.values()].find(({ before }) => !before)
      while (at) {
        walk.push(at.id)
        const { next, id } = at
        if (next) expect(tutorials.get(next.id)?.before?.id).toBe(id)
        at = next && tutorials.get(next.id)
      }
      expect(walk.toSorted()).toEqual([...tutorials.keys()].toSorted())
    }),
  )
})
