import { act, cleanup, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { MockApi } from '../../testing/mock-api.ts'
import { mockAccount } from '../../testing/mock-services.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { expectToast } from '../../testing/toasts.ts'
import { Toasts } from '../../ui/toasts.tsx'
import { weekLabel } from './week.ts'
import { useRegistrations } from './week-picker.tsx'

let api: MockApi

beforeEach(() => {
  ;({ api } = mockAccount())
})

/** Opens the page at noon of a day. Only the date is fake; timers are real. */
const openAt = async (year: number, month: number, day: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(year, month - 1, day, 12) })
  const router = await renderSignedIn('/mentorship')
  await screen.findByRole('heading', { level: 1, name: 'Weekly Mentorship Program' })
  return router
}
const weekPicker = () => screen.getByRole('button', { expanded: false, name: /Pick a week|day,/ })
const openCalendar = () => {
  fireEvent.click(weekPicker())
  return screen.getByRole('grid')
}
const days = () => within(screen.getByRole('grid')).getAllByRole<HTMLButtonElement>('button')
const openDays = () =>
  days()
    .filter(({ disabled }) => !disabled)
    .map((day) => day.getAttribute('aria-label'))
const choose = (name: RegExp) => fireEvent.click(within(screen.getByRole('grid')).getByRole('button', { name }))
const focused = () => document.activeElement?.getAttribute('aria-label')?.replace(', today', '')
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const isDisabled = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true'
const registerButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Register/ })

test('MENT-01 MENT-02 MENT-03 MENT-04 shows the program and how it works', async () => {
  await openAt(2025, 5, 7)
  await waitFor(() => expect(document.title).toBe('Weekly Mentorship Program · Vibe Coding Academy'))
  expect(screen.getByRole('heading', { level: 2, name: 'How It Works' })).toBeTruthy()
  const points = ['Weekly Selection', 'Personalized Guidance', 'Flexible Registration'].map((name) =>
    screen.getByRole('heading', { level: 3, name }),
  )
  expect(points[0]?.nextElementSibling?.textContent).toBe(
    'Each week, three premium subscribers are randomly picked for a 30-minute one-on-one session.',
  )
})

test('MENT-05 MENT-06 MENT-09 MENT-10 MENT-13 MENT-16 D-77 D-80 starts with the week of today and no registrations', async () => {
  await openAt(2025, 5, 7)
  expect(screen.getByRole('heading', { level: 2, name: 'Select a Week' })).toBeTruthy()
  expect([weekPicker().textContent, screen.getByText('0 Registrations') !== null]).toEqual(['Wednesday, May 7, 2025', true])
  expect(screen.getByRole('heading', { name: 'Week of May 5 - 11' })).toBeTruthy()
  expect(screen.getByText('Winners are selected and notified on the Monday of that week.')).toBeTruthy()
  expect([screen.queryByText('Your registrations:'), screen.queryByText('Registered')]).toEqual([null, null])
})

test('HONEST-06 a week whose Monday has passed names its draw and the week that is still open; its button stays', async () => {
  await openAt(2025, 5, 7)
  expect(screen.getByText('The draw of this week was on May 5. The week of May 12 - 18 is still open.')).toBeTruthy()
  expect(registerButton().disabled).toBe(false)
  openCalendar()
  choose(/May 12, 2025/)
  expect(screen.queryByText(/^The draw of this week was/)).toBeNull()
  cleanup()
  await openAt(2025, 5, 5)
  expect(screen.queryByText(/^The draw of this week was/)).toBeNull()
})

test('HONEST-07 says that only Studio subscribers are drawn', async () => {
  await openAt(2025, 5, 7)
  expect(screen.getByText(/Only Studio subscribers are drawn\.$/)).toBeTruthy()
})

test('MENT-06 MENT-15 MENT-17 MENT-18 MENT-20 ERR-23 registers a week once', async () => {
  await openAt(2025, 5, 7)
  fireEvent.click(registerButton())
  await expectToast('success', 'Registration successful', "You're now registered for the mentorship lottery for the week of May 5 - 11.")
  expect([registerButton().textContent, registerButton().disabled, registerButton().querySelector('svg') !== null]).toEqual([
    'Registered',
    true,
    true,
  ])
  expect([screen.getByText('1 Registration') !== null, screen.getAllByText('Registered').length]).toEqual([true, 2])
  openCalendar()
  choose(/May 12, 2025/)
  expect(registerButton().textContent).toBe('Register for this week')
  fireEvent.click(registerButton())
  expect(screen.getByText('2 Registrations')).toBeTruthy()
  const list = screen.getByRole('heading', { name: 'Your registrations:' }).nextElementSibling
  expect([...(list?.children ?? [])].map(({ textContent }) => textContent)).toEqual(['May 5 - 11', 'May 12 - 18'])
})

test('focuses the week’s heading after registering by keyboard', async () => {
  await openAt(2025, 5, 7)
  registerButton().focus()
  fireEvent.click(registerButton())
  expect(document.activeElement?.textContent).toBe('Week of May 5 - 11')
})

test('closes the calendar when tabbing out', async () => {
  await openAt(2025, 5, 7)
  openCalendar()
  fireEvent.blur(within(screen.getByRole('gridcell', { selected: true })).getByRole('button', { name: /May 7, 2025/ }), {
    relatedTarget: registerButton(),
  })
  expect(screen.queryByRole('grid')).toBeNull()
})

test('MENT-26 MENT-27 sends no request, opens no dialog, and a reload clears the registrations', async () => {
  await openAt(2025, 5, 7)
  fireEvent.click(registerButton())
  expect([[...new Set(api.requests.map(({ path }) => path))], screen.queryByRole('dialog', { name: /Upgrade/ })]).toEqual([
    ['/api/accounts/context'],
    null,
  ])
  cleanup()
  await openAt(2025, 5, 7)
  expect(screen.getByText('0 Registrations')).toBeTruthy()
})

test('ERR-22 MENT-19 D-79 refuses a second registration for a week', async () => {
  const { result } = renderHook(() => useRegistrations(), { wrapper: ({ children }) => [children, <Toasts key="toasts" />] })
  act(() => result.current.register('May 5 - 11'))
  act(() => result.current.register('May 5 - 11'))
  await expectToast('error', 'Already registered', "You've already registered for the week of May 5 - 11.")
  expect(result.current.weeks).toEqual(['May 5 - 11'])
})

test('MENT-07 MENT-08 D-77 the calendar selects one day; selecting it again clears it', async () => {
  await openAt(2025, 5, 7)
  openCalendar()
  expect(
    screen.getAllByRole('gridcell', { selected: true }).map((cell) => within(cell).getByRole('button').getAttribute('aria-label')),
  ).toEqual(['Wednesday, May 7, 2025, today'])
  choose(/May 7, 2025/)
  expect([weekPicker().textContent, document.activeElement === weekPicker(), screen.queryByText(/^Week of/)]).toEqual([
    'Pick a week',
    true,
    null,
  ])
  openCalendar()
  choose(/May 9, 2025/)
  expect(weekPicker().textContent).toBe('Friday, May 9, 2025')
})

test('MENT-11 MENT-12 MENT-25 allows today to 8 days ahead and shows six numbered weeks from Monday', async () => {
  await openAt(2025, 5, 7)
  openCalendar()
  expect([openDays().length, openDays()[0], openDays().at(-1)]).toEqual([9, 'Wednesday, May 7, 2025, today', 'Thursday, May 15, 2025'])
  expect(
    within(screen.getByRole('grid'))
      // A day says its weekday itself.
      .getAllByRole('columnheader', { hidden: true })
      .map(({ textContent }) => textContent),
  ).toEqual(['', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'])
  expect(
    within(screen.getByRole('grid'))
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['18', '19', '20', '21', '22', '23'])
  expect([days().length, days()[0]?.getAttribute('aria-label')]).toEqual([31, 'Thursday, May 1, 2025'])
  for (const name of ['Previous month', 'Next month']) expect(isDisabled(screen.getByRole('button', { name }))).toBe(true)
})

test.each([
  [2025, 5, 28, 'Thursday, June 5, 2025', 'May 26 - Jun 1'],
  [2026, 12, 28, 'Tuesday, January 5, 2027', 'Dec 28 - Jan 3'],
  [2028, 2, 24, 'Friday, March 3, 2028', 'Feb 21 - 27'],
  // Europe and America change their clocks in the following nine days.
  [2026, 3, 6, 'Saturday, March 14, 2026', 'Mar 2 - 8'],
  [2026, 3, 27, 'Saturday, April 4, 2026', 'Mar 23 - 29'],
  [2026, 10, 23, 'Saturday, October 31, 2026', 'Oct 19 - 25'],
  [2026, 10, 30, 'Saturday, November 7, 2026', 'Oct 26 - Nov 1'],
])('MENT-11 MENT-14 D-76 on %i-%i-%i the window ends on %s; the week is %s', async (year, month, day, last, week) => {
  await openAt(year, month, day)
  expect(screen.getByRole('heading', { name: `Week of ${week}` })).toBeTruthy()
  openCalendar()
  for (let step = 0; step < 12; step++) press('ArrowRight')
  expect(focused()).toBe(last)
  press('ArrowRight')
  expect([focused(), openDays().at(-1)?.replace(', today', '')]).toEqual([last, last])
})

test('keeps the focus when the pressed month button becomes disabled', async () => {
  await openAt(2025, 5, 28)
  openCalendar()
  for (const name of ['Next month', 'Previous month']) {
    const button = screen.getByRole('button', { name })
    button.focus()
    fireEvent.click(button)
    expect([isDisabled(button), focused()]).toEqual([true, name])
  }
})

test('navigates the calendar by arrows, Home, End and page keys, across months, within the allowed days', async () => {
  await openAt(2025, 5, 28)
  openCalendar()
  expect(focused()).toBe('Wednesday, May 28, 2025')
  const walk = (...keys: string[]) => {
    for (const key of keys) press(key)
    return focused()
  }
  expect(walk('ArrowLeft')).toBe('Wednesday, May 28, 2025')
  expect(walk('End')).toBe('Sunday, June 1, 2025')
  expect(screen.getByText('June 2025')).toBeTruthy()
  expect(walk('ArrowRight')).toBe('Monday, June 2, 2025')
  expect(walk('ArrowUp'), 'a week earlier is not allowed').toBe('Monday, June 2, 2025')
  expect(walk('ArrowRight', 'ArrowRight', 'ArrowUp')).toBe('Wednesday, May 28, 2025')
  expect(walk('ArrowDown')).toBe('Wednesday, June 4, 2025')
  expect(walk('Home')).toBe('Monday, June 2, 2025')
  expect(walk('PageDown'), 'a month later is not allowed').toBe('Monday, June 2, 2025')
  expect(walk('ArrowLeft', 'ArrowLeft')).toBe('Saturday, May 31, 2025')
  expect(days().filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Next month' }))
  expect(screen.getByText('June 2025')).toBeTruthy()
  fireEvent.click(within(screen.getByRole('grid')).getByRole('button', { name: 'Sunday, June 1, 2025' }))
  expect(screen.getByRole('heading', { name: 'Week of May 26 - Jun 1' })).toBeTruthy()
})

test('disables yesterday when the page is shown again after midnight', async () => {
  await openAt(2025, 5, 11)
  vi.setSystemTime(new Date(2025, 4, 12, 0, 1))
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(weekPicker().textContent).toBe('Pick a week'))
  openCalendar()
  expect(openDays()[0]).toBe('Monday, May 12, 2025, today')
})

test('MENT-21 MENT-22 MENT-23 MENT-24 D-82 shows the questions and answers', async () => {
  await openAt(2025, 5, 7)
  const answers = [...document.querySelectorAll('details')].map(({ textContent }) => textContent)
  expect(answers).toHaveLength(4)
  expect(answers[0]).toMatch(/selected\?At random, among the premium subscribers who registered for that week\.$/)
  expect(answers[1]).toMatch(/multiple weeks\?Yes\. Register for as many weeks as you want\.$/)
  expect(answers[2]).toMatch(/email you a calendar invite for your 30-minute session\.$/)
  expect(answers[3]).toMatch(/^What should I prepare\?.+/)
})

test('MENT-14 D-76 formats the same label for every day of a week', () => {
  for (const day of ['2025-05-05', '2025-05-08', '2025-05-11']) expect(weekLabel(day)).toBe('May 5 - 11')
  expect(weekLabel('2025-07-01')).toBe('Jun 30 - Jul 6')
  expect(weekLabel('2027-01-01')).toBe('Dec 28 - Jan 3')
})
