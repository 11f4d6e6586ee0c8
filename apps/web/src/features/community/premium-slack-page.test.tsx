import { contract } from '@academy/contract'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type MockApi, mockApi } from '../../testing/mock-api.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { masterCourseContext, sampleContext } from '../../testing/samples.ts'

const { context } = contract.accounts
const invitation = 'https://join.slack.test/t/premium?code=a%20b'
const entitlements = { ...sampleContext().data.entitlements, slack_premium: true }
const dialog = { name: 'Upgrade to Access Premium Slack Support' }
let api: MockApi

beforeEach(() => {
  api = mockApi()
})

const openPage = async () => {
  const router = await renderSignedIn('/premium-slack')
  await screen.findByRole('heading', { level: 1, name: 'Premium Slack Support' })
  return router
}

test('SLACK-01 D-72 with access the button opens the invitation in a new tab', async () => {
  api.reply(context, 200, sampleContext({ entitlements, links: { slack_premium_url: invitation } }))
  await openPage()
  const link = await screen.findByRole('link', { name: 'Join Premium Slack Support' })
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    invitation,
    '_blank',
    'noopener noreferrer',
  ])
  expect([document.title, screen.queryByRole('dialog')]).toEqual(['Premium Slack Support · Vibe Coding Academy', null])
})

test('SLACK-02 SLACK-03 D-73 promises an answer within 24 hours', async () => {
  api.reply(context, 200, sampleContext({ entitlements }))
  await openPage()
  const faq = screen.getByRole('region', { name: 'Questions and answers' })
  const [first, ...others] = [...faq.querySelectorAll('details')]
  expect([first?.open, first?.textContent?.includes('Within 24 hours'), others.length]).toEqual([true, true, 3])
})

test('SLACK-04 D-72 with the course alone opens the pricing dialog on the page, and the button opens it again', async () => {
  api.reply(context, 200, masterCourseContext())
  const router = await openPage()
  expect(await screen.findByRole('dialog', dialog)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Join Premium Slack Support' }))
  expect(await screen.findByRole('dialog', dialog)).toBeTruthy()
  expect(router.path).toBe('/premium-slack')
})

test('CTX-11 SLACK-04 ACCESS-09 shows a loading button and no dialog while entitlements load', async () => {
  api.reply(context, 200, sampleContext(), { after: new Promise(() => {}) })
  await openPage()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Loading...' }).disabled).toBe(true)
  expect(screen.queryByRole('dialog')).toBeNull()
})
