import { contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { consoleOutput, expectConsole } from '../../testing/capture-console.ts'
import type { MockApi } from '../../testing/mock-api.ts'
import {
  briefTutorial,
  cutTutorial,
  mockCourse,
  openBriefTutorial,
  sampleSessions,
  sessionPath,
  tutorialPath,
} from '../../testing/mock-course.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { masterCourseContext, sampleContext, sampleSessionDetail, sampleTutorial } from '../../testing/samples.ts'

const { courses, accounts, billing } = contract
let api: MockApi
let show: ReturnType<typeof mockCourse>['show']

beforeEach(() => {
  ;({ api, show } = mockCourse())

  Element.prototype.scrollIntoView = vi.fn()
})

const heading = (name: string) => screen.findByRole('heading', { name })

test('TUT-01 ROUTE-11 without a tutorial id shows the first tutorial and replaces the URL', async () => {
  const router = await renderSignedIn(sessionPath('idea'))
  await heading('Write the brief')
  expect(router.path).toBe(tutorialPath('brief'))
  act(() => router.goBack())
  expect(router.path).toBe('/settings')
})

test('D-49 redirects to the first tutorial when the id is not in the session', async () => {
  const router = await renderSignedIn(tutorialPath('gone'))
  await heading('Write the brief')
  expect(router.path).toBe(tutorialPath('brief'))
})

test('TUT-02 TUT-03 TUT-04 shows title and description of the session and Back to Course', async () => {
  await openBriefTutorial()
  expect(screen.getByRole('heading', { level: 1, name: 'From idea to brief' })).toBeTruthy()
  expect(screen.getByText('Turn a hunch into a page.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Course' }).getAttribute('href')).toBe('/courses/master-course')
})

test('TUT-05 TUT-06 lists the session’s tutorials in the server’s order', async () => {
  await openBriefTutorial()
  const list = screen.getByRole('navigation', { name: 'In this session:' })
  const links = within(list).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([tutorialPath('brief'), tutorialPath('cut')])
  expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(['page', null])
})

test('TUT-07 TUT-09 shows only the selected tutorial', async () => {
  const router = await openBriefTutorial()
  expect(await screen.findByText('You write the brief.')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Cut it down' })).toBeNull()
  show({ description: { html: '<p>You cut it down.</p>' } })
  fireEvent.click(screen.getByRole('link', { name: 'Cut it down' }))
  expect(await screen.findByText('You cut it down.')).toBeTruthy()
  expect(router.path).toBe(tutorialPath('cut'))
  expect(screen.queryByRole('heading', { name: 'Write the brief' })).toBeNull()
  expect(document.activeElement?.textContent).toBe('Cut it down')
  await waitFor(() => expect(document.title).toContain('Cut it down'))
})

test('TUT-08 scrolls the selected tutorial into view after 100 ms', async () => {
  await openBriefTutorial()
  vi.useFakeTimers()
  const scroll = vi.mocked(Element.prototype.scrollIntoView)
  scroll.mockClear()
  fireEvent.click(screen.getByRole('link', { name: 'Cut it down' }))
  vi.advanceTimersByTime(99)
  expect(scroll).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(scroll).toHaveBeenCalledOnce()
  expect((scroll.mock.contexts[0] as HTMLElement).textContent).toBe('Cut it down')
})

test('TUT-25 TUT-26 Previous and Next link to their own session and course', async () => {
  show({
    next: {
      before_tutorial: { id: 'intro', name: 'Introduction', session_id: 'start', course_id: 'warm-up' },
      next_tutorial: { id: 'prompt', name: 'Prompt the screen', session_id: 'screen', course_id: 'master-course' },
    },
  })
  await openBriefTutorial()
  const previous = await screen.findByRole('link', { name: 'Previous Introduction' })
  expect(previous.getAttribute('href')).toBe('/courses/warm-up/sessions/start/tutorials/intro')
  expect(screen.getByRole('link', { name: 'Next Prompt the screen' }).getAttribute('href')).toBe(tutorialPath('prompt', 'screen'))
})

test('D-48 omits Previous or Next at an end of the course', async () => {
  await openBriefTutorial()
  await screen.findByText('You write the brief.')
  expect(screen.queryByRole('link', { name: /^(Next|Previous)/ })).toBeNull()
})

test('prefetches the next tutorial on hover', async () => {
  await openBriefTutorial()
  await screen.findByText('You write the brief.')
  expect(api.count('GET', '/api/tutorials/cut/content')).toBe(0)
  fireEvent.pointerEnter(screen.getByRole('link', { name: 'Cut it down' }))
  await waitFor(() => expect(api.count('GET', '/api/tutorials/cut/content')).toBe(1))
})

test('D-47 ACCESS-01 a locked tutorial shows its title, the list, navigation, the unlock button and a free tutorial', async () => {
  api.reply(courses.sessionTutorials, 200, { success: true, data: sampleSessions[1].tutorials })
  api.refuse(courses.tutorialContent, 403, 'entitlement_required', 'Buy the Master Course to open this tutorial.')
  await renderSignedIn(tutorialPath('prompt', 'screen'))
  expect(await heading('This tutorial is part of the Master Course.')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 2, name: 'Prompt the screen' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /Prompt the screen.*12 min ?\(locked\)/ })).toBeTruthy()
  const free = await screen.findByRole('link', { name: 'Try the free tutorial' })
  expect(free.getAttribute('href')).toBe(tutorialPath('brief'))
  expect((await screen.findByRole('link', { name: 'Previous Cut it down' })).getAttribute('href')).toBe(tutorialPath('cut'))
})

const pricingDialog = () => screen.queryByRole('dialog', { name: 'Unlock Master Course' })
const openLocked = async (tutorialMarks = {}) => {
  api.reply(courses.sessionTutorials, 200, {
    success: true,
    data: [briefTutorial, sampleTutorial('prompt', { name: 'Prompt the screen', ...tutorialMarks })],
  })
  api.refuse(courses.tutorialContent, 403, 'entitlement_required', 'Locked', { params: { tutorialId: 'prompt' } })
  return renderSignedIn(tutorialPath('prompt'))
}

test('PRICE-21 BUY-09 D-92 selecting a locked tutorial opens the pricing dialog once, which names it; the unlock button opens it again', async () => {
  await openLocked()
  await heading('This tutorial is part of the Master Course.')
  const dialog = await screen.findByRole('dialog', { name: 'Unlock Master Course' })
  expect(await within(dialog).findByText('Prompt the screen')).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(pricingDialog()).toBeNull()
  expect(screen.getByRole('link', { name: 'Write the brief 12 min' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Unlock Master Course' }))
  expect(await within(await screen.findByRole('dialog')).findByText('Prompt the screen')).toBeTruthy()
})

test('PRICE-21 opens the pricing dialog before the content has loaded', async () => {
  const never = { after: new Promise(() => {}) }
  api.reply(courses.sessionTutorials, 200, { success: true, data: sampleSessions[1].tutorials })
  api.refuse(courses.tutorialContent, 403, 'entitlement_required', 'Locked', never)
  await renderSignedIn(tutorialPath('prompt', 'screen'))
  expect(await screen.findByRole('dialog', { name: 'Unlock Master Course' })).toBeTruthy()
})

const running = (plan_name: string, status = 'active') => ({ price_id: `price_${plan_name}`, plan_name, status })

test.each([
  ['a customer record without a running subscription', [running('studio', 'past_due')]],
  ['two running subscriptions', [running('studio'), running('studio', 'trialing')]],
  ['a running subscription at another price', [running('bundle')]],
])(
  'PRICE-23 R-19 with %s the pricing dialog does not open by itself, not even when the server refuses the content',
  async (_, subscriptions) => {
    api.reply(accounts.context, 200, sampleContext({ stripe_customer_id: 'cus_1', subscriptions }))
    await openLocked()
    await heading('This tutorial is part of the Master Course.')
    await screen.findByText('Ada Lovelace')
    expect(pricingDialog()).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Unlock Master Course' }))
    expect(pricingDialog()).not.toBeNull()
  },
)

test('D-47 closes the pricing dialog when leaving a locked tutorial', async () => {
  const router = await openLocked()
  await screen.findByRole('dialog', { name: 'Unlock Master Course' })
  act(() => router.goBack())
  await waitFor(() => expect(router.path).toBe('/settings'))
  await waitFor(() => expect(pricingDialog()).toBeNull())
})

test.each([
  ['free', { free: true }, sampleContext()],
  ['VIP for this guest', { vip: true }, sampleContext({ entitlements: { ...sampleContext().data.entitlements, aha_sessions: true } })],
  ['locked, but seen by the admin', {}, sampleContext({ is_admin: true })],
])('D-92 a tutorial that is %s does not open the pricing dialog', async (_, marks, context) => {
  api.reply(accounts.context, 200, context)
  api.reply(courses.sessionTutorials, 200, { success: true, data: [sampleTutorial('prompt', marks)] })
  await renderSignedIn(tutorialPath('prompt'))
  expect(await screen.findByText('You write the brief.')).toBeTruthy()
  expect(screen.queryByText('VIP ACCESS') !== null).toBe('vip' in marks)
  expect(pricingDialog()).toBeNull()
})

test('R-10 opens the tutorial and closes the pricing dialog after a purchase elsewhere', async () => {
  await openLocked()
  const { queryClient } = await import('../../api/query-client.ts')
  await screen.findByRole('dialog', { name: 'Unlock Master Course' })
  api.reply(accounts.context, 200, masterCourseContext())
  show({})
  await act(() => queryClient.refetchQueries({ queryKey: ['account'] }))
  expect(await screen.findByText('You write the brief.')).toBeTruthy()
  expect(pricingDialog()).toBeNull()
})

test('D-119 ERR-35 keeps the pricing dialog with the error when a purchase is refused as already owned', async () => {
  await openLocked()
  const dialog = within(await screen.findByRole('dialog', { name: 'Unlock Master Course' }))
  const buy = await dialog.findByRole('button', { name: 'Get the Master Course' })
  api.replyOutsideTheContract(billing.checkout, 409, { success: false, error: 'Yours already.', message: '', code: 'already_purchased' })
  api.reply(accounts.context, 200, masterCourseContext())
  show({})
  fireEvent.click(buy)
  expect(await screen.findByText('You write the brief.')).toBeTruthy()
  expect(dialog.getByRole('alert').textContent).toBe('Error: Unable to create checkout session')
  expect(pricingDialog()).not.toBeNull()
})

test('ERR-40 D-148 logs a failed pricing check without an account and opens no dialog', async () => {
  expectConsole('info', /^Failed to get account context$/)
  api.refuse(accounts.context, 500, 'internal', 'Something went wrong.')
  await openLocked()
  await heading('This tutorial is part of the Master Course.')
  await waitFor(() => expect(consoleOutput('info')).toContain('Failed to get account context'))
  expect(screen.queryByRole('button', { name: 'Unlock Master Course' })).toBeNull()
  expect(pricingDialog()).toBeNull()
})

test('ACCESS-03 ACCESS-04 ACCESS-05 shows the admin no locks', async () => {
  api.reply(accounts.context, 200, sampleContext({ is_admin: true }))
  api.reply(courses.sessionTutorials, 200, { success: true, data: sampleSessions[1].tutorials })
  await renderSignedIn(tutorialPath('prompt', 'screen'))
  expect(await screen.findByText('You write the brief.')).toBeTruthy()
  expect(await screen.findByText('ADMIN')).toBeTruthy()
  expect(screen.queryByText(/locked/)).toBeNull()
})

test('refetches a locked tutorial after the course was bought', async () => {
  api.reply(accounts.context, 200, masterCourseContext())
  api.refuse(courses.tutorialContent, 403, 'entitlement_required', 'Locked', { params: { tutorialId: 'brief' } })
  await openBriefTutorial()
  await heading('This tutorial is part of the Master Course.')
  fireEvent.click(screen.getByRole('link', { name: 'Cut it down' }))
  await screen.findByText('You write the brief.')
  show({ description: { html: '<p>Open now.</p>' } })
  fireEvent.click(screen.getByRole('link', { name: /^Write the brief/ }))
  expect(await screen.findByText('Open now.')).toBeTruthy()
})

test('ERR-47 shows Loading session...', async () => {
  api.reply(courses.session, 200, { success: true, data: sampleSessionDetail('idea') }, { after: new Promise(() => {}) })
  await renderSignedIn(tutorialPath('brief'))
  expect(await screen.findByText('Loading session...')).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('Loading session... · Vibe Coding Academy'))
})

test.each([
  ['ERR-51', courses.session, 'Failed to fetch session properties'],
  ['ERR-52', courses.sessionTutorials, 'Failed to fetch session tutorials'],
] as const)(
  'ERR-48 ERR-49 %s shows why a session failed to load, a button to try again and a link to the course',
  async (_, route, message) => {
    api.refuse(route, 404, 'not_found', 'Not found')
    await renderSignedIn(tutorialPath('brief'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Error loading session' })).toBeTruthy()
    expect(screen.getByText(message)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Return to Course' }).getAttribute('href')).toBe('/courses/master-course')
    api.reply(courses.session, 200, { success: true, data: sampleSessionDetail('idea') })
    api.reply(courses.sessionTutorials, 200, { success: true, data: [briefTutorial, cutTutorial] })
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await heading('Write the brief')
  },
)

test('ERR-50 shows an empty state for a session without tutorials', async () => {
  api.reply(courses.sessionTutorials, 200, { success: true, data: [] })
  await renderSignedIn(sessionPath('idea'))
  expect(await screen.findByText('No tutorials found for this session')).toBeTruthy()
})

test('ERR-53 shows failed content with a retry and keeps the session', async () => {
  api.refuse(courses.tutorialContent, 404, 'not_found', 'Not found')
  await openBriefTutorial()
  expect(await heading('Failed to fetch tutorial content')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Cut it down' })).toBeTruthy()
  show({})
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('You write the brief.')).toBeTruthy()
})
