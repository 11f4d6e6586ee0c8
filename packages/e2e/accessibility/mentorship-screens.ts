import type { Draw, MentorshipState } from '@academy/contract'
import { drawPlaces, hashList, parseList, randomnessOf, roundOf } from '@academy/contract/mentorship-draw'
import type { Page } from '@playwright/test'
import { at, type Screen } from './screen.ts'

const WEEK = '2026-11-30'

/** Turns the draws of mentoring sessions on, as the web server writes it into its pages. */
const withDraws = (page: Page) =>
  page.route(
    (url) => /^\/(draws|mentorship)/.test(url.pathname),
    async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      await route.fulfill({ response, body: html.replace(/(id="academy-settings">\{[^<]+)\}/, '$1,"MENTORSHIP_DRAW":"true"}') })
    },
  )

async function finishedDraw(): Promise<Draw> {
  const codes = Array.from({ length: 40 }, (_, n) => (n + 16).toString(16).repeat(16))
  const list = codes.map((code, n) => (n % 9 === 0 ? `${code}*` : code)).join('\n')
  const signature = 'b4'.repeat(48)
  const randomness = await randomnessOf(signature)
  const draw = { week: WEEK, closed_at: `${WEEK}T00:00:30.000Z`, round: roundOf(WEEK), public_key: 'a', entrants: 40 }
  return { ...draw, list, list_hash: await hashList(list), signature, randomness, places: await drawPlaces(randomness, parseList(list)) }
}

const ownState: MentorshipState = {
  may_register: true,
  registrations: ['2026-11-30', '2026-12-07'].map((week) => ({ week, code: '1f0c9e3b'.repeat(4) })),
  sessions: [{ week: WEEK, starts_at: '2026-12-04T16:00:00.000Z', answer_by: '2026-12-02T01:00:00.000Z', answer: null }],
  calendar_url: 'https://academy.test/calendar/0123456789abcdefghijklmnopqrstuvwxyz0123456.ics',
}

/** The mentorship where the academy holds draws. */
export const mentorshipScreens: Screen[] = [
  {
    name: 'a draw, computed again',
    open: async (page) => {
      await withDraws(page)
      const data = await finishedDraw()
      await page.route(/\/api\/draws\//, (route) => route.fulfill({ json: { success: true, data } }))
      await at(`/draws/${WEEK}`, /^The draw of the week of/)(page)
      await page.getByText('Your browser computed this draw again').waitFor()
    },
  },
  {
    name: 'a draw that is not there',
    open: async (page) => {
      await withDraws(page)
      await at('/draws/2026-12-01', /There is no draw here/)(page)
    },
  },
  {
    name: 'mentorship, with a session that the user won',
    as: 'studio@academy.test',
    open: async (page) => {
      await withDraws(page)
      await page.route(/\/api\/mentorship$/, (route) => route.fulfill({ json: { success: true, data: ownState } }))
      await at('/mentorship', /Weekly Mentorship Program/)(page)
      await page.getByRole('button', { name: 'Accept' }).waitFor()
    },
  },
]
