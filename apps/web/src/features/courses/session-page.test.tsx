import { contract } from '@academy/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CannedApi } from '../../testing/canned-api.ts'
import { brief, cannedCourse, cut, ofSession, ofTutorial, openBrief, sampleSessions } from '../../testing/canned-course.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { buyerContext, sampleContext, sampleSessionDetail, sampleTutorial } from '../../testing/samples.ts'

const { courses, accounts } = contract
let api: CannedApi
let show: ReturnType<typeof cannedCourse>['show']

beforeEach(() => {
  ;({ api, show } = cannedCourse())

  Element.prototype.scrollIntoView = vi.fn()
})
afterEach(() => {
  api.expectNothingElse()
})

const heading = (name: string) => screen.findByRole('heading', { name })

test('TUT-01 ROUTE-11 without a tutorial the first one is shown, and the address becomes its own without a new history entry', async () => {
  const router = await renderSignedIn(ofSession('idea'))
  await heading('Write the brief')
  expect(router.path).toBe(ofTutorial('brief'))
  act(() => router.goBack())
  expect(router.path).toBe('/settings')
})

test('D-49 a tutorial that is not in the session leads to its first', async () => {
  const router = await renderSignedIn(ofTutorial('gone'))
  await heading('Write the brief')
  expect(router.path).toBe(ofTutorial('brief'))
})

test('TUT-02 TUT-03 TUT-04 the session’s title and description, and the way back to the course', async () => {
  await openBrief()
  expect(screen.getByRole('heading', { level: 1, name: 'From idea to brief' })).toBeTruthy()
  expect(screen.getByText('Turn a hunch into a page.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Course' }).getAttribute('href')).toBe('/courses/master-course')
})

test('TUT-05 TUT-06 the list of the session’s tutorials, in the server’s order', async () => {
  await openBrief()
  const list = screen.getByRole('navigation', { name: 'In this session:' })
  const links = within(list).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([ofTutorial('brief'), ofTutorial('cut')])
  expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(['page', null])
})

test('TUT-07 TUT-09 only the selected tutorial is shown; choosing another one shows that', async () => {
  const router = await openBrief()
  expect(await screen.findByText('You write the brief.')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Cut it down' })).toBeNull()
  show({ description: { html: '<p>You cut it down.</p>' } })
  fireEvent.click(screen.getByRole('link', { name: 'Cut it down' }))
  expect(await screen.findByText('You cut it down.')).toBeTruthy()
  expect(router.path).toBe(ofTutorial('cut'))
  expect(screen.queryByRole('heading', { name: 'Write the brief' })).toBeNull()
  expect(document.activeElement?.textContent).toBe('Cut it down')
  expect(document.title).toContain('Cut it down')
})

test('TUT-08 the selected tutorial scrolls into view after 100 ms', async () => {
  await openBrief()
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

test('TUT-25 TUT-26 Previous and Next lead to their own session and course', async () => {
  show({
    next: {
      before_tutorial: { id: 'intro', name: 'Introduction', session_id: 'start', course_id: 'warm-up' },
      next_tutorial: { id: 'prompt', name: 'Prompt the screen', session_id: 'screen', course_id: 'master-course' },
    },
  })
  await openBrief()
  const previous = await screen.findByRole('link', { name: 'Previous Introduction' })
  expect(previous.getAttribute('href')).toBe('/courses/warm-up/sessions/start/tutorials/intro')
  expect(screen.getByRole('link', { name: 'Next Prompt the screen' }).getAttribute('href')).toBe(ofTutorial('prompt', 'screen'))
})

test('D-48 at an end of the course that button is not there', async () => {
  await openBrief()
  await screen.findByText('You write the brief.')
  expect(screen.queryByRole('link', { name: /^(Next|Previous)/ })).toBeNull()
})

test('the next tutorial is fetched as soon as somebody points at it', async () => {
  await openBrief()
  await screen.findByText('You write the brief.')
  expect(api.count('GET', '/api/tutorials/cut/content')).toBe(0)
  fireEvent.pointerEnter(screen.getByRole('link', { name: 'Cut it down' }))
  await waitFor(() => expect(api.count('GET', '/api/tutorials/cut/content')).toBe(1))
})

test('D-47 ACCESS-01 a locked tutorial shows its title, the list and the way on, what unlocks it, and the free tutorial', async () => {
  api.reply(courses.sessionTutorials, 200, { success: true, data: sampleSessions[1]?.tutorials })
  api.refuse(courses.tutorialContent, 403, 'entitlement_required', 'Buy the Master Course to open this tutorial.')
  await renderSignedIn(ofTutorial('prompt', 'screen'))
  expect(await heading('This tutorial is part of the Master Course.')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 2, name: 'Prompt the screen' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /Prompt the screen.*, locked/ })).toBeTruthy()
  const free = await screen.findByRole('link', { name: 'Read the free tutorial' })
  expect(free.getAttribute('href')).toBe(ofTutorial('brief'))
  expect((await screen.findByRole('link', { name: 'Previous Cut it down' })).getAttribute('href')).toBe(ofTutorial('cut'))
})

const prices = () => screen.queryByRole('dialog', { name: 'Unlock Master Course' })
const openLocked = async (tutorialMarks = {}) => {
  api.reply(courses.sessionTutorials, 200, {
    success: true,
    data: [brief, sampleTutorial('prompt', { name: 'Prompt the screen', ...tutorialMarks })],
  })
  api.refuse(courses.tutorialContent, 403, 'entitlement_required', 'Locked', { params: { tutorialId: 'prompt' } })
  return renderSignedIn(ofTutorial('prompt'))
}

test('PRICE-21 D-92 a chosen tutorial that is locked opens the prices; closed, they stay closed, and can be asked for again', async () => {
  await openLocked()
  await heading('This tutorial is part of the Master Course.')
  const dialog = await screen.findByRole('dialog', { name: 'Unlock Master Course' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(prices()).toBeNull()
  expect(screen.getByRole('link', { name: 'Write the brief 12 min' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Unlock Master Course' }))
  expect(prices()).not.toBeNull()
})

test('PRICE-21 the prices do not wait for the content', async () => {
  const never = { after: new Promise(() => {}) }
  api.reply(courses.sessionTutorials, 200, { success: true, data: sampleSessions[1]?.tutorials })
  api.refuse(courses.tutorialContent, 403, 'entitlement_required', 'Locked', never)
  await renderSignedIn(ofTutorial('prompt', 'screen'))
  expect(await screen.findByRole('dialog', { name: 'Unlock Master Course' })).toBeTruthy()
})

test('PRICE-23 D-47 a customer without a running subscription is not prompted, but the refused content opens the prices', async () => {
  api.reply(accounts.context, 200, sampleContext({ stripe_customer_id: 'cus_1' }))
  let refuse = () => {}
  const after = new Promise<void>((resolve) => {
    refuse = resolve
  })
  api.reply(courses.sessionTutorials, 200, { success: true, data: sampleSessions[1]?.tutorials })
  api.refuse(courses.tutorialContent, 403, 'entitlement_required', 'Locked', { after })
  await renderSignedIn(ofTutorial('prompt', 'screen'))
  await screen.findByText('Ada Lovelace')
  await heading('Prompt the screen')
  expect(prices()).toBeNull()
  refuse()
  expect(await screen.findByRole('dialog', { name: 'Unlock Master Course' })).toBeTruthy()
})

test('D-47 leaving a locked tutorial takes the prices along', async () => {
  const router = await openLocked()
  await screen.findByRole('dialog', { name: 'Unlock Master Course' })
  act(() => router.goBack())
  await waitFor(() => expect(router.path).toBe('/settings'))
  expect(prices()).toBeNull()
})

test.each([
  ['free', { free: true }, sampleContext()],
  ['VIP for this guest', { vip: true }, sampleContext({ entitlements: { ...sampleContext().data.entitlements, aha_sessions: true } })],
  ['locked, but seen by the admin', {}, sampleContext({ is_admin: true })],
])('D-92 a tutorial that is %s opens no prices', async (_, marks, context) => {
  api.reply(accounts.context, 200, context)
  api.reply(courses.sessionTutorials, 200, { success: true, data: [sampleTutorial('prompt', marks)] })
  await renderSignedIn(ofTutorial('prompt'))
  expect(await screen.findByText('You write the brief.')).toBeTruthy()
  expect(screen.queryByText('VIP ACCESS') !== null).toBe('vip' in marks)
  expect(prices()).toBeNull()
})

test('R-10 what was bought meanwhile opens where its owner stands, and takes the prices away', async () => {
  const { queryClient } = await import('../../api/query-client.ts')
  await openLocked()
  await screen.findByRole('dialog', { name: 'Unlock Master Course' })
  api.reply(accounts.context, 200, buyerContext())
  show({})
  await act(() => queryClient.refetchQueries({ queryKey: ['account'] }))
  expect(await screen.findByText('You write the brief.')).toBeTruthy()
  expect(prices()).toBeNull()
})

test('D-148 while the account cannot be loaded nothing opens by itself', async () => {
  api.refuse(accounts.context, 500, 'internal', 'Something went wrong.')
  await openLocked()
  await heading('This tutorial is part of the Master Course.')
  expect(await screen.findByRole('button', { name: 'Unlock Master Course' })).toBeTruthy()
  expect(prices()).toBeNull()
})

test('ACCESS-03 ACCESS-04 ACCESS-05 the admin sees no padlock', async () => {
  api.reply(accounts.context, 200, sampleContext({ is_admin: true }))
  api.reply(courses.sessionTutorials, 200, { success: true, data: sampleSessions[1]?.tutorials })
  await renderSignedIn(ofTutorial('prompt', 'screen'))
  expect(await screen.findByText('You write the brief.')).toBeTruthy()
  expect(await screen.findByText('ADMIN')).toBeTruthy()
  expect(screen.queryByText(/locked/)).toBeNull()
})

test('what was locked is asked for again after the course was bought', async () => {
  api.reply(accounts.context, 200, buyerContext())
  api.refuse(courses.tutorialContent, 403, 'entitlement_required', 'Locked', { params: { tutorialId: 'brief' } })
  await openBrief()
  await heading('This tutorial is part of the Master Course.')
  fireEvent.click(screen.getByRole('link', { name: 'Cut it down' }))
  await screen.findByText('You write the brief.')
  show({ description: { html: '<p>Open now.</p>' } })
  fireEvent.click(screen.getByRole('link', { name: /^Write the brief/ }))
  expect(await screen.findByText('Open now.')).toBeTruthy()
})

test('ERR-47 while the session loads the page says so', async () => {
  api.reply(courses.session, 200, { success: true, data: sampleSessionDetail('idea') }, { after: new Promise(() => {}) })
  await renderSignedIn(ofTutorial('brief'))
  expect(await screen.findByText('Loading session...')).toBeTruthy()
  expect(document.title).toBe('Loading session... · Vibe Coding Academy')
})

test.each([
  ['ERR-51', courses.session, 'Failed to fetch session properties'],
  ['ERR-52', courses.sessionTutorials, 'Failed to fetch session tutorials'],
] as const)('ERR-48 ERR-49 %s a failed session says so, offers another try and the way back', async (_, route, message) => {
  api.refuse(route, 404, 'not_found', 'Not found')
  await renderSignedIn(ofTutorial('brief'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Error loading session' })).toBeTruthy()
  expect(screen.getByText(message)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Return to Course' }).getAttribute('href')).toBe('/courses/master-course')
  api.reply(courses.session, 200, { success: true, data: sampleSessionDetail('idea') })
  api.reply(courses.sessionTutorials, 200, { success: true, data: [brief, cut] })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await heading('Write the brief')
})

test('ERR-50 a session without tutorials says so', async () => {
  api.reply(courses.sessionTutorials, 200, { success: true, data: [] })
  await renderSignedIn(ofSession('idea'))
  expect(await screen.findByText('No tutorials found for this session')).toBeTruthy()
})

test('ERR-53 failed content leaves the session as it is and offers another try', async () => {
  api.refuse(courses.tutorialContent, 404, 'not_found', 'Not found')
  await openBrief()
  expect(await heading('Failed to fetch tutorial content')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Cut it down' })).toBeTruthy()
  show({})
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('You write the brief.')).toBeTruthy()
})
