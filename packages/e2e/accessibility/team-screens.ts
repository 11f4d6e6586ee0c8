import type { Team, TeamSeat } from '@academy/contract'
import type { Page } from '@playwright/test'
import { expect } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'
import { expectAccessible } from './check-page.ts'
import { at, type Screen } from './screen.ts'

type Purchase = Team['purchases'][number]

const TIME = '2026-11-02T12:00:00.000Z'
const CODE = 'a'.repeat(43)

const seat = (index: number, state: TeamSeat['state'], email: string | null = `member-${index}@example.com`): TeamSeat => ({
  id: `0198b1a2-3c4d-7e5f-8a9b-${String(index).padStart(12, '0')}`,
  state,
  email,
  since: TIME,
})

const purchase = (changes: Partial<Purchase> = {}): Purchase => ({
  purchase_id: 'cs_test_1',
  offer: 'master_course',
  is_buyer: true,
  state: 'active',
  paid_at: TIME,
  amount: 8 * 220_15,
  refunded_amount: 0,
  currency: 'eur',
  guarantee_until: '2026-12-02T12:00:00.000Z',
  seats: 8,
  usable: 7,
  open: 1,
  refundable: 3,
  taken: [seat(1, 'finished'), seat(2, 'started'), seat(3, 'started', null), seat(4, 'claimed'), seat(5, 'closed'), seat(6, 'invited')],
  link: { domain: 'example.com', expires_at: '2126-12-02T12:00:00.000Z' },
  gift: null,
  ...changes,
})

/** A gift with an address and a message as long as they may be. */
const gift = (changes: Partial<Purchase> = {}): Purchase =>
  purchase({
    ...{ purchase_id: 'cs_gift', amount: 259_00, seats: 1, usable: 1, open: 1, refundable: 1, taken: [], link: null },
    gift: {
      email: `${'m'.repeat(64)}@${LONG}example`,
      message: `${'W'.repeat(100)} ${'gift '.repeat(80)}`,
      deliver_on: '2099-12-24',
      is_sent: false,
    },
    ...changes,
  })

/** Opens the page of a gift, which the API knows or not. */
const openGift = (status: number, json: object) => async (page: Page) => {
  await page.route(/\/api\/seats\/gift$/, (route) => route.fulfill({ status, json }))
  await at(`/seats/${CODE}?gift`, /A gift for you/)(page)
}

const ENDED = { usable: 0, open: 0, refundable: 0, link: null, taken: [seat(1, 'closed')] }

/** 50 members with addresses and a domain as long as they may be. */
const LONG = 'a-department-with-a-very-long-name.'.repeat(6)
const largest = purchase({
  seats: 50,
  usable: 50,
  taken: Array.from({ length: 49 }, (_, index) => seat(index, index % 2 === 0 ? 'claimed' : 'invited', `${'m'.repeat(64)}@${LONG}example`)),
  link: { domain: `${LONG}example`, expires_at: '2126-12-02T12:00:00.000Z' },
})

/** Fulfills the request for the team. */
const showTeam = (page: Page, team: Partial<Team>) =>
  page.route(/\/api\/team$/, (route) =>
    route.fulfill({ json: { success: true, data: { purchases: [], held: [], studio_free_until: null, ...team } } }),
  )

/** Opens the page of the team with these purchases. */
const team =
  (...purchases: Purchase[]) =>
  async (page: Page) => {
    await showTeam(page, { purchases })
    await at('/team', /Your team/)(page)
  }

/** Claims a seat, which the API refuses or not. */
const claim = (status: number, json: object, shown: string) => async (page: Page) => {
  await page.route(/\/api\/seats\/claim$/, (route) => route.fulfill({ status, json }))
  await at(`/seats/${CODE}`, /Claim your seat/)(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Claim the seat' }).click()
  await expect(page.getByText(shown)).toBeVisible()
}

const refusal = (code: string, message: string) => ({ success: false, error: message, message, code })

/** Seats for a team: of the buyer, of a member, and before they are claimed. */
export const teamScreens: Screen[] = [
  { name: 'team, without seats', as: 'learner@academy.test', open: team() },
  {
    name: 'team, in each state',
    as: 'learner@academy.test',
    open: team(purchase(), purchase({ ...ENDED, purchase_id: 'cs_2', state: 'dispute_lost' })),
  },
  {
    name: 'team, disputed, without a free seat',
    as: 'learner@academy.test',
    open: team(purchase({ state: 'disputed', open: 0, refundable: 0, link: null })),
  },
  {
    name: 'team, of an owner whom the administrator named, before a refund',
    as: 'learner@academy.test',
    open: async (page) => {
      await team(purchase({ is_buyer: false }))(page)
      await page.getByRole('button', { name: 'Refund seats' }).click()
      await expect(page.getByRole('alertdialog', { name: 'Refund seats' })).toBeVisible()
    },
  },
  { name: 'team, 50 seats and long addresses', as: 'learner@academy.test', open: team(largest) },
  {
    name: 'team, while the payment is on its way',
    as: 'learner@academy.test',
    open: async (page) => {
      await showTeam(page, {})
      await page.goto(webUrl('/team?checkout=cs_test_1'))
      await expect(page.getByText('Your payment is on its way')).toBeVisible()
    },
  },
  {
    name: 'team, invitations and a new link, then before a seat is taken back, then before a refund',
    as: 'learner@academy.test',
    open: async (page) => {
      const data = [
        { email: 'eve@example.com', error: null },
        { email: 'nonsense', error: 'This is not an email address.' },
      ]
      await page.route(/\/api\/team\/invitations$/, (route) => route.fulfill({ json: { success: true, data } }))
      const url = webUrl(`/seats/${CODE}`)
      await page.route(/\/api\/team\/link$/, (route) => route.fulfill({ json: { success: true, data: { url } } }))
      await team(purchase())(page)
      await page.getByRole('textbox', { name: 'Addresses, one a line' }).fill('eve@example.com\nnonsense')
      await page.getByRole('button', { name: 'Invite' }).click()
      await expect(page.getByText('This is not an email address.')).toBeVisible()
      await page.getByRole('button', { name: 'Renew link' }).click()
      await expectAccessible(page)
      await page.getByRole('alertdialog').getByRole('button', { name: 'Renew link' }).click()
      await expect(page.getByText(url)).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Take back the seat of member-4@example.com' }).click()
      await expect(page.getByRole('alertdialog', { name: 'Take the seat of member-4@example.com back?' })).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Refund seats' }).click()
      await expect(page.getByRole('alertdialog', { name: 'Refund seats' })).toBeVisible()
    },
  },
  {
    name: 'a seat, claimed',
    as: 'learner@academy.test',
    open: claim(200, { success: true, message: 'The Master Course is open to you.' }, 'The seat is yours'),
  },
  {
    name: 'a seat of another domain',
    as: 'learner@academy.test',
    open: claim(409, refusal('conflict', `This link is for addresses that end with @${LONG}example.`), 'You did not get a seat'),
  },
  {
    name: 'a seat that was taken back',
    as: 'learner@academy.test',
    open: claim(404, refusal('not_found', 'This address leads to no seat.'), 'This address leads to no seat.'),
  },
  {
    name: 'gifts, in each state, then one that is changed, then before a refund',
    as: 'learner@academy.test',
    open: async (page) => {
      await showTeam(page, {
        purchases: [
          gift(),
          gift({
            purchase_id: 'cs_2',
            taken: [seat(1, 'invited', null)],
            gift: { email: 'bob@example.com', message: '', deliver_on: '2026-11-02', is_sent: true },
          }),
          gift({
            ...ENDED,
            purchase_id: 'cs_3',
            state: 'refunded',
            taken: [],
            gift: { email: null, message: '', deliver_on: '2026-11-02', is_sent: false },
          }),
        ],
      })
      await at('/team', /Your gifts/)(page)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Change the gift' }).click()
      await page.getByLabel("Recipient's email").fill('nonsense')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText("Enter the recipient's email address.")).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Get your money back' }).first().click()
      await expect(page.getByRole('alertdialog', { name: 'Get your money back for this gift?' })).toBeVisible()
    },
  },
  {
    name: 'a gift before it is claimed',
    as: 'learner@academy.test',
    open: async (page) => {
      const data = { offer: 'master_course', message: `${'W'.repeat(100)}\n${'gift '.repeat(80)}` }
      await openGift(200, { success: true, data })(page)
      await expect(page.getByText('The Master Course is your gift.')).toBeVisible()
    },
  },
  {
    name: 'a gift of the Studio before it is claimed',
    as: 'learner@academy.test',
    open: async (page) => {
      await openGift(200, { success: true, data: { offer: 'studio_12_months', message: 'For you, Bob' } })(page)
      await expect(page.getByText('The Vibe Coding Studio for 12 months is your gift.')).toBeVisible()
    },
  },
  {
    name: 'a gift whose message does not load',
    as: 'learner@academy.test',
    open: openGift(404, refusal('not_found', 'This address leads to no gift.')),
  },
  { name: 'team prompts, none', as: 'learner@academy.test', open: at('/team/prompts', /Team prompts/) },
  {
    name: 'team prompts, of an owner',
    as: 'studio@academy.test',
    open: async (page) => {
      const prompt = { title: 'Weekly note', description: 'For Fridays', content: 'Write a note about {{product}}.', code: 'const a = 1' }
      const own = { id: seat(1, 'claimed').id, ...prompt, tags: [], fields: ['product'], is_own: true, created_at: TIME }
      const prompts = [own, { ...own, id: seat(2, 'claimed').id, title: 'Interview guide', is_own: false }]
      const data = { can_share: true, prompts }
      await page.route(/\/api\/team\/prompts$/, (route) => route.fulfill({ json: { success: true, data } }))
      await at('/team/prompts', /Team prompts/)(page)
      await expect(page.getByRole('article', { name: 'Weekly note' })).toBeVisible()
    },
  },
  { name: 'sign-in before a seat is claimed', open: at(`/login?from=/seats/${CODE}`, /Sign in/) },
  {
    name: 'settings, with seats and gifts of the Studio, then before one is left',
    as: 'learner@academy.test',
    open: async (page) => {
      const held = { offer: 'master_course', claimed_at: TIME, is_gift: false, from: TIME, until: null }
      const studio = { ...held, offer: 'studio_3_months', is_gift: true, started_at: TIME, until: TIME }
      await showTeam(page, {
        purchases: [purchase()],
        held: [
          { ...held, seat_id: seat(1, 'claimed').id, state: 'active', started_at: TIME },
          { ...held, seat_id: seat(2, 'claimed').id, state: 'refunded', started_at: null },
          { ...studio, seat_id: seat(3, 'claimed').id, state: 'active' },
          { ...studio, seat_id: seat(4, 'claimed').id, state: 'waiting' },
          { ...studio, seat_id: seat(5, 'claimed').id, state: 'ended' },
        ],
      })
      await at('/settings', /Settings/)(page)
      await expect(page.getByRole('region', { name: 'Seats' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Leave the seat in the Master Course' }).click()
      await expect(page.getByRole('alertdialog', { name: 'Leave your seat in the Master Course?' })).toBeVisible()
    },
  },
]
