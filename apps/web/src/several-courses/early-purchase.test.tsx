import { PACKAGE_UNLOCKS } from '@academy/catalog'
import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { mockCourse } from '../testing/mock-course.ts'
import { renderSignedIn } from '../testing/render-signed-in.tsx'
import { noEntitlements, sampleContext, sampleCourse, sampleCourseSummary, sampleSession, sampleTutorial } from '../testing/samples.ts'

const CHECKOUT_PAGE = 'https://checkout.payments.test/c/1'

/** Mocks a course that everyone can buy on December 14, and subscribers of the Studio already. */
function mockEarlyCourse({ hasStudio }: { hasStudio: boolean }) {
  const { api } = mockCourse()
  const studio = Object.fromEntries(PACKAGE_UNLOCKS.studio.map((name) => [name, true]))
  if (hasStudio) api.reply(contract.accounts.context, 200, sampleContext({ entitlements: { ...noEntitlements, ...studio } }))
  const opening = { opens_on: '2126-12-14', studio_opens_on: '2026-11-26', state: hasStudio ? ('locked' as const) : ('upcoming' as const) }
  const second = sampleCourseSummary({
    id: 'second',
    name: 'Data for Product Managers',
    product: 'data_course',
    free_tutorials: 0,
    ...opening,
  })
  api.reply(contract.courses.list, 200, { success: true, data: [sampleCourseSummary(), second] })
  api.reply(contract.courses.course, 200, { success: true, data: sampleCourse('Data for Product Managers') })
  api.reply(contract.courses.courseVideo, 200, { success: true, data: { html: '' } })
  api.reply(contract.courses.sessions, 200, {
    success: true,
    data: [sampleSession(1, { id: 'next', tutorials: [sampleTutorial('again')] })],
  })
  api.reply(contract.billing.checkout, 200, { url: CHECKOUT_PAGE })
  const redirects: string[] = []
  vi.spyOn(window.location, 'assign').mockImplementation((url) => void redirects.push(String(url)))
  return { api, redirects }
}

test('COURSES-08 COURSES-13 a subscriber of the Studio buys a course before its day, at the lower price with its reason', async () => {
  const { api, redirects } = mockEarlyCourse({ hasStudio: true })
  await renderSignedIn('/courses/second')
  fireEvent.click(await screen.findByRole('button', { name: 'Unlock Data for Product Managers' }))
  const dialog = await screen.findByRole('dialog', { name: 'Unlock Data for Product Managers' })
  const buy = await within(dialog).findByRole('button', { name: 'Get Data for Product Managers' })
  expect(dialog.textContent).toMatch(/€63.*Your price as a subscriber of the Studio, in place of €79/)
  fireEvent.click(buy)
  await waitFor(() => expect(redirects).toEqual([CHECKOUT_PAGE]))
  const sent = api.requests.filter(({ path }) => path === '/api/payments/create-checkout-session').map(({ body }) => body)
  expect(sent).toMatchObject([{ dataCourse: true, currency: 'eur' }])
})

test('COURSES-08 COURSES-17 a learner without the Studio has the waiting list in its place, and nothing to buy', async () => {
  mockEarlyCourse({ hasStudio: false })
  await renderSignedIn('/courses/second')
  expect((await screen.findByRole('region', { name: 'Waiting list' })).textContent).toContain(
    'Data for Product Managers opens on December 14. Subscribers of the Studio can buy it now.',
  )
  expect(screen.queryByRole('button', { name: /^(Unlock|Get) / })).toBeNull()
})
