import { contract } from '@academy/contract'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CannedApi, cannedApi } from '../../testing/canned-api.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { buyerContext, sampleContext } from '../../testing/samples.ts'

const { context } = contract.accounts
const invitation = 'https://join.slack.test/t/builders?code=a%20b'
const { entitlements } = buyerContext().data
let api: CannedApi

beforeEach(() => {
  api = cannedApi()
})
afterEach(() => api.expectNothingElse())

const openCommunity = async () => {
  const router = await renderSignedIn('/community')
  await screen.findByRole('heading', { level: 1, name: 'Builder Community' })
  return router
}
const dialog = { name: 'Upgrade to Access Community' }

test('COMM-01 COMM-03 D-71 with the community the button opens the invitation in a new tab', async () => {
  api.reply(context, 200, sampleContext({ entitlements, links: { slack_standard_url: invitation } }))
  await openCommunity()
  const link = await screen.findByRole('link', { name: 'Join Slack Community' })
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    invitation,
    '_blank',
    'noopener noreferrer',
  ])
  expect(document.title).toBe('Builder Community · Vibe Coding Academy')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('D-71 as long as there is no invitation the button is disabled and says so', async () => {
  api.reply(context, 200, sampleContext({ entitlements }))
  await openCommunity()
  const line = await screen.findByText(/^There is no invitation to Slack yet/)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Join Slack Community' })
  expect([button.disabled, button.getAttribute('aria-describedby')]).toEqual([true, line.id])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('COMM-02 D-70 without it the page stays, the pricing dialog opens on arrival, and the button opens it again', async () => {
  api.reply(context, 200, sampleContext())
  const router = await openCommunity()
  expect(await screen.findByRole('dialog', dialog)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText('Show what you built')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Join Slack Community' }))
  expect(await screen.findByRole('dialog', dialog)).toBeTruthy()
  expect(router.path).toBe('/community')
})

test('CTX-11 COMM-02 ACCESS-09 while entitlements load the button waits, and nothing is sold', async () => {
  api.reply(context, 200, sampleContext(), { after: new Promise(() => {}) })
  await openCommunity()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Loading...' }).disabled).toBe(true)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('R-12 it leads to the mentorship program and to the boards, which no menu has', async () => {
  api.reply(context, 200, sampleContext({ entitlements }))
  await openCommunity()
  const places = screen.getByRole('region', { name: 'Also in the community' })
  expect([...places.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['/mentorship', '/coder-boards'])
  fireEvent.click(screen.getByRole('link', { name: /Weekly Mentorship Program/ }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Weekly Mentorship Program' })).toBeTruthy()
})
