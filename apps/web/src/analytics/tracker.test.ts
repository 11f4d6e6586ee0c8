import { expect, test } from 'vitest'
import { createTracker } from './tracker.ts'

function trackerWithLog() {
  const calls: unknown[][] = []
  const tracker = createTracker({
    track: (...event) => calls.push(['track', ...event]),
    identify: (...account) => calls.push(['identify', ...account]),
    forgetAccount: () => calls.push(['forget']),
    setOptOut: (optOut) => calls.push(['optOut', optOut]),
  })
  const view = (path: string, at: number) => tracker.track({ kind: 'view', path, at })
  return { tracker, view, calls }
}

test('ANALYTICS-03 ANALYTICS-04 ANALYTICS-05 tracks one page view per route with name, path and referrer', () => {
  const { view, calls } = trackerWithLog()
  view('/', 1)
  view('/dashboard', 2)
  view('/courses/master-course', 9000)
  view('/dashboard', 9500)
  expect(calls).toEqual([
    ['track', 'Page Viewed', { page_name: 'Home', path: '/', referrer: 'direct' }, 1],
    ['track', 'Page Viewed', { page_name: 'Dashboard', path: '/dashboard', referrer: '/' }, 2],
    ['track', 'Page Viewed', { page_name: 'Course', path: '/courses/master-course', referrer: '/dashboard' }, 9000],
    ['track', 'Page Viewed', { page_name: 'Dashboard', path: '/dashboard', referrer: '/courses/master-course' }, 9500],
  ])
})

test('ANALYTICS-03 tracks no second page view for the same path', () => {
  const { view, calls } = trackerWithLog()
  view('/settings', 1)
  view('/settings', 60_000)
  expect(calls).toHaveLength(1)
})

test('ANALYTICS-25 drops duplicates within a second, by the time of the event', () => {
  const { tracker, calls } = trackerWithLog()
  const click = (at: number) => tracker.track({ kind: 'event', name: 'Clicked', properties: { what: 'it' }, at })
  click(1000)
  click(1900)
  click(2000)
  expect(calls.map((event) => event[3])).toEqual([1000, 2000])
})

test('PRIVATE-02 passes account, sign-out and consent to the vendor', () => {
  const { tracker, calls } = trackerWithLog()
  tracker.track({ kind: 'account', account: { id: 'account-1', properties: { deal: null } }, at: 1 })
  tracker.track({ kind: 'account', at: 2 })
  tracker.setAllowed(false)
  tracker.setAllowed(true)
  expect(calls).toEqual([['identify', 'account-1', { deal: null }], ['forget'], ['optOut', true], ['optOut', false]])
})
