import { contract } from '@academy/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { MockApi } from '../../testing/mock-api.ts'
import { type MockServices, mockAccount } from '../../testing/mock-services.ts'
import { currentPath, navigationState, openApp } from '../../testing/open-app.tsx'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { masterCourseContext } from '../../testing/samples.ts'

const { team } = contract
const CODE = 'Jx0m2v6YcQ8nT4rB1kLw9ZpE7uHsDf3aGi5oNqXtRyM'
const PATH = `/seats/${CODE}`

let api: MockApi
let provider: MockServices['provider']
beforeEach(() => {
  ;({ api, provider } = mockAccount())
})

const claim = async (name = 'Claim the seat') => fireEvent.click(await screen.findByRole('button', { name }))

test('SEAT-16 opening the page claims nothing; the button does, and the page leads to the course', async () => {
  await renderSignedIn(PATH)
  await screen.findByRole('button', { name: 'Claim the seat' })
  expect(screen.getByText('ada@example.com', { selector: 'strong' })).toBeTruthy()
  expect(api.count('POST', '/api/seats/claim')).toBe(0)
  api.reply(team.claim, 200, { success: true, message: 'The Master Course is open to you.' })
  api.reply(contract.accounts.context, 200, masterCourseContext())
  const loads = api.count('GET', '/api/accounts/context')
  await claim()
  expect(await screen.findByText(/The Master Course is open to you\./)).toBeTruthy()
  expect(api.requests.find(({ path }) => path === '/api/seats/claim')?.body).toEqual({ code: CODE })
  expect(screen.getByRole('link', { name: 'Open the course' }).getAttribute('href')).toBe('/courses')
  await waitFor(() => expect(api.count('GET', '/api/accounts/context')).toBe(loads + 1))
})

test.each([
  'The Master Course is yours already, so the seat stays free for another member.',
  'This link ended on March 1, 2026 at 12:00 UTC. Ask the person who sent it for a new one.',
  'This link is for addresses that end with @example.com, and you are signed in as ada@other.example.',
  'All 5 seats are taken. Ask the person who invited you for another one.',
])('SEAT-16 a refusal is said, and another try is possible: %s', async (reason) => {
  api.refuse(team.claim, 409, 'conflict', reason)
  await renderSignedIn(PATH)
  await claim()
  expect(await screen.findByText(reason)).toBeTruthy()
  api.reply(team.claim, 200, { success: true, message: 'The Master Course is open to you.' })
  await claim('Try again')
  expect(await screen.findByText(/The Master Course is open to you\./)).toBeTruthy()
})

test('SEAT-16 an address that was renewed or taken back, or is no code, leads to no seat', async () => {
  const reason = 'This address leads to no seat. It was renewed or taken back: ask the person who sent it for a new one.'
  api.refuse(team.claim, 404, 'not_found', reason)
  const router = await renderSignedIn(PATH)
  await claim()
  expect(await screen.findByText(reason)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Claim|Try again/ })).toBeNull()
  router.goTo('/seats/nonsense')
  api.refuse(team.claim, 400, 'invalid_request', 'This is not the code of a seat.')
  await claim()
  expect(await screen.findByText('This is not the code of a seat.')).toBeTruthy()
})

test('SEAT-16 keeps the button when the API does not answer', async () => {
  api.breakConnection(team.claim)
  await renderSignedIn(PATH)
  await claim()
  expect(await screen.findByText(/We can't reach the academy/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Claim the seat' })).toBeTruthy()
})

test('SEAT-16 a visitor reads at sign-in and sign-up that the seat comes next', async () => {
  await openApp(PATH)
  await waitFor(() => expect(currentPath()).toBe('/login'))
  expect(navigationState()).toMatchObject({ from: PATH })
  expect(await screen.findByText(/Afterward you claim your seat/)).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: 'Create an account' }))
  await screen.findByRole('heading', { level: 1, name: 'Create your account' })
  expect(await screen.findByText(/Afterward you claim your seat/)).toBeTruthy()
})

test('SEAT-16 another account claims the seat after a sign-out that leads back', async () => {
  provider.signsOut()
  await renderSignedIn(PATH)
  await claim('Use another account')
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeTruthy()
  expect(await screen.findByText(/Afterward you claim your seat/)).toBeTruthy()
})

const GIFT_PATH = `${PATH}?gift`
const giftIs = (message: string) => api.reply(team.findGift, 200, { success: true, data: { offer: 'master_course', message } })

test('GIFT-15 shows the course and the message of a gift, and the button claims it', async () => {
  giftIs('Happy birthday!\n<b>Ada</b> https://evil.example')
  await renderSignedIn(GIFT_PATH)
  expect(await screen.findByRole('heading', { level: 1, name: 'A gift for you' })).toBeTruthy()
  expect(await screen.findByText('The Master Course is your gift. It costs you nothing.')).toBeTruthy()
  expect(screen.getByText('<b>Ada</b> https://evil.example').closest('a')).toBeNull()
  expect(api.count('POST', '/api/seats/claim')).toBe(0)
  api.reply(team.claim, 200, { success: true, message: 'The Master Course is open to you.' })
  await claim('Claim the gift')
  expect(await screen.findByText('The gift is yours')).toBeTruthy()
})

test('GIFT-15 a gift can be claimed when its message does not load, and a refusal is said', async () => {
  api.refuse(team.findGift, 500, 'internal', 'Something went wrong on our side.')
  const reason = 'The Master Course is yours already, so the gift stays free.'
  api.refuse(team.claim, 409, 'conflict', reason)
  await renderSignedIn(GIFT_PATH)
  await claim('Claim the gift')
  expect(await screen.findByText(reason)).toBeTruthy()
  expect(screen.getByText('You did not get the gift')).toBeTruthy()
})

test('GIFT-15 a visitor and another account come back to the gift after the sign-in', async () => {
  await openApp(GIFT_PATH)
  await waitFor(() => expect(currentPath()).toBe('/login'))
  expect(navigationState()).toMatchObject({ from: GIFT_PATH })
  expect(await screen.findByText(/Afterward you claim your gift/)).toBeTruthy()
})

test('GIFT-15 another account claims the gift after a sign-out that leads back', async () => {
  giftIs('')
  provider.signsOut()
  await renderSignedIn(GIFT_PATH)
  await claim('Use another account')
  expect(await screen.findByText(/Afterward you claim your gift/)).toBeTruthy()
})

const studioIs = () => api.reply(team.findGift, 200, { success: true, data: { offer: 'studio_3_months', message: '' } })

test('GIFT-23 a gift of the Studio says before the claim that it needs no card, and after it when it ends, and leads to the library', async () => {
  studioIs()
  await renderSignedIn(GIFT_PATH)
  expect(
    await screen.findByText(/^The Vibe Coding Studio for 3 months is your gift\. It costs you nothing\. .* you need no card\.$/),
  ).toBeTruthy()
  const message = 'The Vibe Coding Studio is open to you until June 2, 2026. It ends by itself: you need no card, and nothing is charged.'
  api.reply(team.claim, 200, { success: true, message })
  await claim('Claim the gift')
  expect(await screen.findByText(`${message} Settings show the end.`)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open the Prompt Library' }).getAttribute('href')).toBe('/resources')
})

test('GIFT-23 a subscriber who gets the Studio is led to the plan', async () => {
  studioIs()
  api.refuse(team.claim, 409, 'conflict', 'You have the Vibe Coding Studio already, so the gift stays free and nothing is lost.')
  await renderSignedIn(GIFT_PATH)
  await screen.findByText(/^The Vibe Coding Studio for 3 months is your gift/)
  await claim('Claim the gift')
  expect(await screen.findByText('You did not get the gift')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Your plan' }).getAttribute('href')).toBe('/settings?tab=pricing')
})
