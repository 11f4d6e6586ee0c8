import { expect, test } from 'vitest'
import { createDesk } from './desk.ts'

function deskWithRecord() {
  const told: unknown[][] = []
  const desk = createDesk({
    track: (...event) => told.push(['track', ...event]),
    identify: (properties) => told.push(['identify', properties]),
    clearProperties: () => told.push(['clear']),
    setOptOut: (optOut) => told.push(['optOut', optOut]),
  })
  const view = (path: string, at: number) => desk.take({ kind: 'view', path, at })
  return { desk, view, told }
}

test('ANALYTICS-03 ANALYTICS-04 ANALYTICS-05 each route gives one page view with its name, its path and where it came from', () => {
  const { view, told } = deskWithRecord()
  view('/', 1)
  view('/dashboard', 2)
  view('/courses/master-course', 9000)
  view('/dashboard', 9500)
  expect(told).toEqual([
    ['track', 'Page Viewed', { page_name: 'Home', path: '/', referrer: 'direct' }, 1],
    ['track', 'Page Viewed', { page_name: 'Dashboard', path: '/dashboard', referrer: '/' }, 2],
    ['track', 'Page Viewed', { page_name: 'Course', path: '/courses/master-course', referrer: '/dashboard' }, 9000],
    ['track', 'Page Viewed', { page_name: 'Dashboard', path: '/dashboard', referrer: '/courses/master-course' }, 9500],
  ])
})

test('ANALYTICS-03 a path that stays is no further view, however late it is told again', () => {
  const { view, told } = deskWithRecord()
  view('/settings', 1)
  view('/settings', 60_000)
  expect(told).toHaveLength(1)
})

test('ANALYTICS-25 what happened twice within a second is told once; what waited is judged by when it happened', () => {
  const { desk, told } = deskWithRecord()
  const click = (at: number) => desk.take({ kind: 'event', name: 'Clicked', properties: { what: 'it' }, at })
  click(1000)
  click(1900)
  click(2000)
  expect(told.map((event) => event[3])).toEqual([1000, 2000])
})

test('a person is known until there is none, and an answer reaches the vendor', () => {
  const { desk, told } = deskWithRecord()
  desk.take({ kind: 'person', properties: { deal: null }, at: 1 })
  desk.take({ kind: 'person', at: 2 })
  desk.allow(false)
  desk.allow(true)
  expect(told).toEqual([['identify', { deal: null }], ['clear'], ['optOut', true], ['optOut', false]])
})
