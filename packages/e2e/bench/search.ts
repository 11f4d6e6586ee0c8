import { type Academy, ADMIN_EMAIL } from '@academy/local'
import { chromium, type Page } from '@playwright/test'
import { launchOptions } from '../fixtures/chromium.ts'
import { showPrompts } from '../fixtures/prompts.ts'
import { addSession, sessionOf } from './browser-session.ts'
import { measureReferenceWork, type ReferencePage } from './reference-page.ts'
import { measureTyping } from './typing.ts'

/**
 * How long a keystroke keeps the page busy, in milliseconds: the median of many, and the first one in a list with 300 cards.
 * `reference` is the time for the 300 cards of the reference page.
 */
export type Search = { what: string; keystroke: number; fromManyCards: number; reference: number; met: boolean }

/** Budgets as multiples of the time for the reference's 300 cards. */
export const KEYSTROKE_AT_MOST = 0.5
export const FROM_MANY_CARDS_AT_MOST = 4

const WORDS = ['r', 're', 'rev', 'revi', 'review', 'review a', 'revie', 'rev', 'r', '', 'e', 'ex', 'exp', 'export', 'exp', 'e', '']
const MANY_CARDS = 300

const searches: { what: string; path: string; prepare?: (page: Page) => Promise<void> }[] = [
  { what: '10,000 resources', path: '/resources' },
  { what: '1,000 prompts', path: '/my-prompts', prepare: (page) => showPrompts(page, 1000) },
]

/** Types into the searches of long lists at full CPU speed, beside the reference page. */
export async function benchSearch(academy: Academy, referencePage: ReferencePage): Promise<Search[]> {
  const session = await sessionOf(academy, ADMIN_EMAIL)
  const browser = await chromium.launch(launchOptions)
  const results: Search[] = []
  for (const { what, path, prepare } of searches) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await addSession(context, session)
    const page = await context.newPage()
    await prepare?.(page)
    await page.goto(academy.webUrl + path)
    const cards = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('link') })
    await cards.first().waitFor()
    // not counted, because the first use includes compilation
    await measureTyping(page, ['x', ''])
    const times = await measureTyping(page, WORDS)
    const keystroke = times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN
    // the cards follow the last key, and Playwright cannot scroll to a card that is replaced
    await page.waitForTimeout(500)
    while ((await cards.count()) < MANY_CARDS) await cards.last().scrollIntoViewIfNeeded()
    const [fromManyCards = Number.NaN] = await measureTyping(page, ['r'])
    await page.goto(referencePage.url)
    await page.getByRole('button').waitFor()
    const reference = await measureReferenceWork(page)
    const met = keystroke <= KEYSTROKE_AT_MOST * reference && fromManyCards <= FROM_MANY_CARDS_AT_MOST * reference
    results.push({ what, keystroke, fromManyCards, reference, met })
    await context.close()
  }
  await browser.close()
  return results
}
