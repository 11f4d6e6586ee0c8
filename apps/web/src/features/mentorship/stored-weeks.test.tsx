import { contract, type Draw, type MentorshipState } from '@academy/contract'
import { drawPlaces, hashList, randomnessOf } from '@academy/contract/mentorship-draw'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { MockApi } from '../../testing/mock-api.ts'
import { mockAccount } from '../../testing/mock-services.ts'
import { openApp } from '../../testing/open-app.tsx'
import { renderSignedIn } from '../../testing/render-signed-in.tsx'
import { expectToast } from '../../testing/toasts.ts'

const settings = vi.hoisted(() => ({ mentorshipDraw: true }))
vi.mock(import('./has-draws.ts'), () => ({ hasDraws: () => settings.mentorshipDraw }))

let api: MockApi
beforeEach(() => {
  ;({ api } = mockAccount())
  settings.mentorshipDraw = true
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 11, 2, 12) })
})

const { mentorship } = contract
const NOTHING: MentorshipState = { may_register: true, registrations: [], sessions: [], calendar_url: null }
const done = { success: true, message: 'Done.' } as const
const open = async (state: Partial<MentorshipState>) => {
  const has = (more: Partial<MentorshipState>) => api.reply(mentorship.get, 200, { success: true, data: { ...NOTHING, ...more } })
  has(state)
  await renderSignedIn('/mentorship')
  return has
}

test('DRAW-01 without draws the page sends no request of theirs', async () => {
  settings.mentorshipDraw = false
  await renderSignedIn('/mentorship')
  fireEvent.click(await screen.findByRole('button', { name: 'Register for this week' }))
  await expectToast(
    'success',
    'Registration successful',
    "You're now registered for the mentorship lottery for the week of Nov 30 - Dec 6.",
  )
  expect(api.requests.filter(({ path }) => /mentorship|draws/.test(path))).toEqual([])
})

test('DRAW-12 registers for a week at the academy, and shows its code and its draw', async () => {
  const has = await open({})
  api.reply(mentorship.register, 200, done)
  const button = await screen.findByRole('button', { name: 'Register for this week' })
  has({ registrations: [{ week: '2026-11-30', code: '1f0c9e3b' }] })
  fireEvent.click(button)
  await expectToast(
    'success',
    'Registration successful',
    "You're now registered for the mentorship lottery for the week of Nov 30 - Dec 6.",
  )
  expect(await screen.findByText('1f0c9e3b')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'The draw of Nov 30 - Dec 6' }).getAttribute('href')).toBe('/draws/2026-11-30')
  expect(api.requests.filter(({ method }) => method === 'PUT').map(({ path }) => path)).toEqual(['/api/mentorship/weeks/2026-11-30'])
})

test('DRAW-12 says why a registration was refused', async () => {
  await open({ may_register: false })
  const message = 'Only subscribers of Vibe Coding Studio are drawn.'
  api.reply(mentorship.register, 403, { success: false, error: message, message, code: 'entitlement_required' })
  fireEvent.click(await screen.findByRole('button', { name: 'Register for this week' }))
  await expectToast('error', "We couldn't register you", message)
  expect(screen.getByText(/Your account needs the Vibe Coding Studio/)).toBeTruthy()
})

test('DRAW-12 accepts a session that the user won, or passes', async () => {
  const session = { week: '2026-11-30', starts_at: '2026-12-04T16:00:00.000Z', answer_by: '2026-12-03T01:00:00.000Z', answer: null }
  const has = await open({ sessions: [session] })
  api.reply(mentorship.answer, 200, done)
  expect(await screen.findByRole('heading', { name: 'You won the week of Nov 30 - Dec 6' })).toBeTruthy()
  has({ sessions: [{ ...session, answer: 'accepted' }] })
  fireEvent.click(screen.getByRole('button', { name: 'Accept' }))
  expect(await screen.findByText('Accepted')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
  has({ sessions: [{ ...session, answer: 'passed' }] })
  fireEvent.click(screen.getByRole('button', { name: 'Pass' }))
  expect(await screen.findByText('Passed')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Pass' })).toBeNull()
  expect(api.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { answer: 'accepted' },
    { answer: 'passed' },
  ])
})

test('DRAW-10 makes an address of the calendar', async () => {
  const has = await open({})
  api.reply(mentorship.renewCalendar, 200, done)
  const button = await screen.findByRole('button', { name: 'Make an address' })
  has({ calendar_url: 'https://academy.test/calendar/one.ics' })
  fireEvent.click(button)
  expect(await screen.findByText('https://academy.test/calendar/one.ics')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Replace the address' })).toBeTruthy()
})

async function aDraw(): Promise<Draw> {
  const list = ['a', 'b', 'c', 'd'].map((sign) => sign.repeat(32)).join('\n')
  const signature = 'b4'.repeat(48)
  const randomness = await randomnessOf(signature)
  const places = await drawPlaces(
    randomness,
    list.split('\n').map((code) => ({ code, isRecent: false })),
  )
  const list_hash = await hashList(list)
  return {
    week: '2026-11-30',
    closed_at: '2026-11-30T00:00:30.000Z',
    round: 34_000_000,
    public_key: 'a',
    entrants: 4,
    list,
    list_hash,
    signature,
    randomness,
    places,
  }
}

test('DRAW-11 the page of a draw computes it again for a visitor, and says when it does not agree', async () => {
  const draw = await aDraw()
  api.reply(mentorship.draw, 200, { success: true, data: draw })
  await openApp('/draws/2026-11-30')
  expect(await screen.findByRole('heading', { level: 1, name: 'The draw of the week of Nov 30 - Dec 6' })).toBeTruthy()
  expect(screen.getByText('Your browser computed this draw again')).toBeTruthy()
  expect(
    within(screen.getByRole('main'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(draw.places.map((code, index) => `${index < 3 ? `Winner ${index + 1}` : 'Substitute 1'}${code}`))
  cleanup()
  for (const wrong of [{ places: draw.places.toReversed() }, { list_hash: 'a' }, { randomness: '00'.repeat(32) }]) {
    api.reply(mentorship.draw, 200, { success: true, data: { ...draw, ...wrong } })
    await renderSignedIn('/draws/2026-11-30')
    expect(await screen.findByText('This draw does not agree with its list')).toBeTruthy()
    cleanup()
  }
})

test('DRAW-11 the page of an open week names the round, and that of no week says so', async () => {
  const draw = {
    ...(await aDraw()),
    closed_at: null,
    entrants: null,
    list: null,
    list_hash: null,
    signature: null,
    randomness: null,
    places: [],
  }
  api.reply(mentorship.draw, 200, { success: true, data: draw })
  await renderSignedIn('/draws/2026-11-30')
  expect(await screen.findByText(/^When registration ends/)).toBeTruthy()
  expect(screen.queryByText('Places')).toBeNull()
  cleanup()
  await renderSignedIn('/draws/2026-12-01')
  expect(await screen.findByRole('heading', { level: 1, name: 'There is no draw here' })).toBeTruthy()
})
