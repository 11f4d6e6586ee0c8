import { contract, type Team } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { MockApi } from '../../testing/mock-api.ts'
import { mockAccount } from '../../testing/mock-services.ts'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { samplePurchase } from '../../testing/team.ts'
import { expectToast } from '../../testing/toasts.ts'

const { team } = contract

let api: MockApi
beforeEach(() => {
  ;({ api } = mockAccount())
})

const held = (changes: Partial<Team['held'][number]> = {}): Team['held'][number] => ({
  seat_id: '0198b1a2-3c4d-7e5f-8a9b-0c1d2e3f4a5c',
  offer: 'master_course',
  state: 'active',
  claimed_at: '2026-03-02T12:00:00.000Z',
  started_at: null,
  is_gift: false,
  from: '2026-03-02T12:00:00.000Z',
  until: null,
  ...changes,
})
const teamIs = (data: Partial<Team>) =>
  api.reply(team.get, 200, { success: true, data: { purchases: [], held: [], studio_free_until: null, ...data } })
const open = async (data: Partial<Team>, path = '/settings') => {
  teamIs(data)
  await renderSignedIn(path)
  return within(await screen.findByRole('region', { name: 'Seats' }))
}

test('SEAT-17 Settings lead the buyer to the team, on both tabs', async () => {
  const seats = await open({ purchases: [samplePurchase()] }, '/settings?tab=pricing')
  expect(seats.getByText('You have 5 seats for others.')).toBeTruthy()
  fireEvent.click(seats.getByRole('link', { name: 'Your team' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Your team' })).toBeTruthy()
})

test('SEAT-17 Settings say nothing of seats to everyone else', async () => {
  await renderSignedIn('/settings')
  await waitFor(() => expect(api.count('GET', '/api/team')).toBeGreaterThan(0))
  await screen.findByRole('heading', { name: 'Your data' })
  expect(screen.queryByRole('heading', { name: 'Seats' })).toBeNull()
})

test.each([
  [null, 'The seat is free for another member.'],
  ['2026-03-03T12:00:00.000Z', 'so the seat is used up: the buyer cannot give it to you again.'],
])('SEAT-17 a member leaves a seat, started %s, after reading what is lost', async (started_at, consequence) => {
  const seats = await open({ held: [held({ started_at })] })
  expect(seats.getByRole('listitem').textContent).toContain('claimed on Mar 2, 2026')
  fireEvent.click(seats.getByRole('button', { name: 'Leave the seat in the Master Course' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Leave your seat in the Master Course?' })
  expect(dialog.textContent).toContain('The course closes for you at once')
  expect(dialog.textContent).toContain(consequence)
  api.reply(team.remove, 200, { success: true, message: 'You left the seat.' })
  teamIs({})
  const loads = api.count('GET', '/api/accounts/context')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Leave the seat' }))
  await expectToast('success', 'You left the seat')
  expect(await seats.findByText('You hold no seat any more.')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Seats')
  await waitFor(() => expect(api.count('GET', '/api/accounts/context')).toBe(loads + 1))
})

test('SEAT-17 a closed seat says why', async () => {
  const seats = await open({ held: [held({ state: 'dispute_lost' })] })
  expect(seats.getByRole('listitem').textContent).toContain('Closed because the bank returned the payment')
  expect(seats.queryByRole('button')).toBeNull()
})

test.each([
  ['active', 'It runs until Jun 2, 2026 and ends by itself: no card, nothing is charged.Open'],
  ['waiting', 'It begins on Mar 2, 2026, when an earlier gift ends, and runs until Jun 2, 2026.Begins later'],
  ['ended', 'It ended on Jun 2, 2026.Ended'],
  ['refunded', 'Closed because the purchase was refunded'],
])('GIFT-23 Settings say of a gift of the Studio that is %s when it begins and ends, without a button', async (state, text) => {
  const seats = await open({ held: [held({ offer: 'studio_3_months', is_gift: true, state, until: '2026-06-02T12:00:00.000Z' })] })
  const row = seats.getByRole('listitem').textContent
  expect(row).toContain('Vibe Coding Studio for 3 months')
  expect(row).toContain(text)
  expect(seats.queryByRole('button')).toBeNull()
})
