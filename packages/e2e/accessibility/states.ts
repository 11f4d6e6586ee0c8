import { ADMIN_EMAIL } from '@academy/local'
import type { Page, Route } from '@playwright/test'
import { webUrl } from '../fixtures/addresses.ts'
import { expect, signIn, test } from '../fixtures/test.ts'
import { expectAccessible } from './check-page.ts'

type State = {
  name: string
  as: string
  /** What the API does from now on. */
  answers: (page: Page) => Promise<unknown>
  /** Pages, each with a text by which it is known to have got there. */
  pages: [path: string, text: string | RegExp][]
}

const content = /\/api\/(courses|sessions|tutorials|library|notes|prompts|tokens)\b/
const account = /\/api\/accounts\/context/
const administration = /\/api\/admin\//
const aSession = '/courses/master-course/sessions/any'

/** Never answered. */
const hold = (address: RegExp) => (page: Page) => page.route(address, () => undefined)

/** Refused for a reason that no second try changes, so that the client does not retry. */
const refuse = (address: RegExp) => (page: Page) =>
  page.route(address, (route) => {
    const message = 'Something in this request is not right.'
    return route.fulfill({ status: 400, json: { success: false, error: message, message, code: 'invalid_request' } })
  })

/** Of everything there is none. */
const empty = async (page: Page) => {
  const none = (data: unknown) => (route: Route) => route.fulfill({ json: { success: true, data } })
  await page.route(/\/api\/sessions$/, none([]))
  await page.route(/\/api\/notes$/, (route) => route.fulfill({ json: [] }))
  await page.route(/\/api\/library\?/, none({ results: [], next_cursor: null }))
  await page.route(/\/api\/library$/, none({ results: [], next_cursor: null }))
  await page.route(/\/api\/sessions\/any$/, none({ id: 'any', properties: { Name: { title: [] }, Description: { rich_text: [] } } }))
  await page.route(/\/api\/sessions\/any\/tutorials$/, none([]))
}

const states: State[] = [
  {
    name: 'while content loads',
    as: 'studio@academy.test',
    answers: hold(content),
    pages: [
      ['/dashboard', 'Loading sessions...'],
      ['/courses/master-course', 'Loading course...'],
      [aSession, 'Loading session...'],
      ['/resources', 'Loading resources...'],
      ['/resources/any', 'Loading resource...'],
      ['/my-prompts', 'Loading prompts...'],
      ['/my-prompts/any', 'Loading prompt...'],
      ['/notes', 'Loading notes...'],
      ['/settings/tokens', 'Loading access tokens...'],
    ],
  },
  {
    name: 'while the account loads',
    as: 'learner@academy.test',
    answers: hold(account),
    pages: [
      ['/dashboard', 'Loading...'],
      ['/community', 'Loading...'],
      ['/settings', 'Loading profile...'],
      ['/settings?tab=pricing', 'Loading...'],
    ],
  },
  {
    name: 'while an administrator waits',
    as: ADMIN_EMAIL,
    answers: hold(administration),
    pages: [
      ['/admin/accounts', 'Loading accounts...'],
      ['/admin/accounts/any', 'Loading account...'],
      ['/admin/content', /^Loading/],
    ],
  },
  {
    name: 'when content fails',
    as: 'studio@academy.test',
    answers: refuse(content),
    pages: [
      ['/dashboard', 'Failed to load sessions'],
      ['/courses/master-course', 'Error Loading Course'],
      [aSession, 'Error loading session'],
      ['/resources', 'Error loading resources'],
      ['/resources/any', 'Error loading resource'],
      ['/my-prompts', "We couldn't load your prompts"],
      ['/my-prompts/any', "We couldn't load this prompt"],
      ['/notes', "We couldn't load your notes"],
      ['/settings/tokens', "We couldn't load your access tokens"],
    ],
  },
  {
    name: 'when the account fails',
    as: 'learner@academy.test',
    answers: refuse(account),
    pages: [
      ['/dashboard', "We couldn't load your account"],
      ['/settings', 'Could not load profile information.'],
      ['/settings?tab=pricing', "We couldn't load your account"],
    ],
  },
  {
    name: 'when an administrator is refused',
    as: ADMIN_EMAIL,
    answers: refuse(administration),
    pages: [
      ['/admin/accounts', "We couldn't load the accounts"],
      ['/admin/accounts/any', "We couldn't load the account"],
      ['/admin/content', "We couldn't load the content status"],
    ],
  },
  {
    name: 'when there is nothing yet',
    as: 'studio@academy.test',
    answers: empty,
    pages: [
      ['/dashboard', 'No sessions yet'],
      ['/courses/master-course', 'No sessions yet'],
      [aSession, 'No tutorials found for this session'],
      ['/resources', 'No resources found'],
      ['/notes', 'No notes yet'],
    ],
  },
]

/**
 * Axe over every page in every state but the full one. On a phone alone, where the room is scarce: the parts are the same as on a
 * large screen.
 */
export function statesAreAccessible(): void {
  for (const { name, as, answers, pages } of states) {
    test(`axe finds nothing ${name}`, async ({ page }) => {
      // Several pages, each loaded anew.
      test.slow()
      await signIn(page, as)
      await answers(page)
      for (const [path, text] of pages) {
        await page.goto(webUrl(path))
        // Before the app stands the page says 'Loading...' as well, without a heading.
        await expect(page.locator('h1')).toBeAttached()
        await expect(page.getByText(text).first()).toBeAttached()
        await test.step(`${path} ${name}`, () => expectAccessible(page))
      }
    })
  }
}
