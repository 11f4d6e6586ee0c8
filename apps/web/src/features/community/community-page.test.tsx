import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type MockApi, mockApi } from '../../testing/mock-api.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { masterCourseContext, sampleContext } from '../../testing/samples.ts'

const { context } = contract.accounts
const invitation = 'https://join.slack.test/t/builders?code=a%20b'
const { entitlements } = masterCourseContext().data
let api: MockApi

beforeEach(() => {
  api = mockApi()
})

const openCommunity = async () => {
  const router = await renderSignedIn('/community')
  await screen.findByRole('heading', { level: 1, name: 'Builder Community' })
  return router
}
const dialog = { name: 'Upgrade to Access Community' }

test('COMM-01 COMM-03 D-71 with access the button opens the invitation in a new tab', async () => {
  api.reply(context, 200, sampleContext({ entitlements, links: { slack_standard_url: invitation } }))
  await openCommunity()
  const link = await screen.findByRole('link', { name: 'Join Slack Community' })
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    invitation,
    '_blank',
    'noopener noreferrer',
  ])
  await waitFor(() => expect(document.title).toBe('Builder Community · Vibe Coding Academy'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('D-71 disables the button with a hint without an invitation', async () => {
  api.reply(context, 200, sampleContext({ entitlements }))
  await openCommunity()
  const line = await screen.findByText(/^The Slack invite isn't ready yet/)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Join Slack Community' })
  expect([button.disabled, button.getAttribute('aria-describedby')]).toEqual([true, line.id])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('COMM-02 D-70 without access opens the pricing dialog on the page, and the button opens it again', async () => {
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

test('CTX-11 COMM-02 ACCESS-09 shows a loading button and no dialog while entitlements load', async () => {
  api.reply(context, 200, sampleContext(), { after: new Promise(() => {}) })
  await openCommunity()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Loading...' }).disabled).toBe(true)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('R-12 links to the mentorship program and the boards', async () => {
  api.reply(context, 200, sampleContext({ entitlements }))
  await openCommunity()
  const places = screen.getByRole('region', { name: 'Also in the community' })
  expect([...places.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['/mentorship', '/coder-boards'])
  fireEvent.click(screen.getByRole('link', { name: /Weekly Mentorship Program/ }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Weekly Mentorship Program' })).toBeTruthy()
})
