import { contract } from '@academy/contract'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { MockApi } from '../../testing/mock-api.ts'
import { mockAccount } from '../../testing/mock-services.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { noEntitlements, sampleContext } from '../../testing/samples.ts'

const { accounts, team } = contract
const studio = { ...noEntitlements, resources: true, my_prompts: true, slack_premium: true, slack_standard: true }
const UNTIL = '2099-03-03T12:00:00.000Z'

let api: MockApi
beforeEach(() => {
  ;({ api } = mockAccount())
})

/** Opens the pricing of an account whose gifts open the Studio until a time; null: another reason opens it. */
async function openPricing(studio_free_until: string | null, account: Parameters<typeof sampleContext>[0] = {}) {
  api.reply(accounts.context, 200, sampleContext({ entitlements: studio, ...account }))
  api.reply(team.get, 200, { success: true, data: { purchases: [], held: [], studio_free_until } })
  await renderSignedIn('/settings?tab=pricing')
  await screen.findByRole('heading', { name: 'Vibe Coding Studio' })
}

test('GIFT-23 the pricing says when a gift of the Studio ends, and sells the Studio with the rest as free days', async () => {
  await openPricing(UNTIL)
  expect(await screen.findByText('Your gift opens the Studio until March 3, 2099')).toBeTruthy()
  expect(
    screen.getByText(/you need no card, and nothing is charged\. If you start the Studio before, the days that are left stay free\./),
  ).toBeTruthy()
  expect(screen.getByText('Free until March 3, 2099, when your gift ends. Then billed monthly until you cancel.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start Studio' }).disabled).toBe(false)
})

test('GIFT-23 the Studio of a grant is not sold, and nothing is said of a gift', async () => {
  await openPricing(null)
  expect(await screen.findByText('You have the Studio')).toBeTruthy()
  expect(screen.queryByText(/Your gift opens/)).toBeNull()
})

test('GIFT-23 while another payment is processing the Studio waits', async () => {
  await openPricing(UNTIL, { processing_payments: ['master_course'] })
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Start Studio' })).disabled).toBe(true)
})

test('GIFT-23 accounts without the Studio wait for no gift', async () => {
  await openPricing(null, { entitlements: { ...noEntitlements } })
  expect(await screen.findByRole('button', { name: 'Start Studio' })).toBeTruthy()
  expect(screen.queryByText(/Free until/)).toBeNull()
})

test('the offers stay with what the buyer has filled in when the list of seats below them loads', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  api.reply(team.get, 200, { success: true, data: { purchases: [], held: [], studio_free_until: null } }, { after: promise })
  await renderSignedIn('/settings?tab=pricing')
  const button = await screen.findByRole('button', { name: 'Start Studio' })
  await waitFor(() => expect(api.count('GET', '/api/team')).toBeGreaterThan(0))
  expect(screen.getByRole('button', { name: 'Start Studio' })).toBe(button)
  resolve()
  expect(await screen.findByRole('button', { name: 'Start Studio' })).toBe(button)
})
