import { ADMIN_EMAIL } from '@academy/local'
import type { Page, Route } from '@playwright/test'
import { expect, storeSession, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'
import { expectAccessible } from './check-page.ts'

type State = {
  name: string
  as: string
  /** Intercepts requests to the API. */
  mockApi: (page: Page) => Promise<unknown>
  /** Pages, each with a text that shows that it has reached the state. */
  pages: [path: string, text: string | RegExp][]
}

const content = /\/api\/(courses|sessions|tutorials|library|notes|prompts|tokens|team)\b/
const account = /\/api\/accounts\/context/
const administration = /\/api\/admin\//
const SESSION_PATH = '/courses/master-course/sessions/any'

/** Intercepts requests and never responds. */
const neverRespond = (url: RegExp) => (page: Page) => page.route(url, () => undefined)

/** Responds with 400, because the web app retries other failures. */
const respondWith400 = (url: RegExp) => (page: Page) =>
  page.route(url, (route) => {
    const message = 'Something in this request is not right.'
    return route.fulfill({ status: 400, json: { success: false, error: message, message, code: 'invalid_request' } })
  })

/** Responds with empty lists. */
const empty = async (page: Page) => {
  const none = (data: unknown) => (route: Route) => route.fulfill({ json: { success: true, data } })
  await page.route(/\/api\/sessions(\/any\/tutorials)?$/, none([]))
  await page.route(/\/api\/notes$/, (route) => route.fulfill({ json: [] }))
  await page.route(/\/api\/library(\?|$)/, none({ results: [], next_cursor: null }))
  await page.route(/\/api\/sessions\/any$/, none({ id: 'any', properties: { Name: { title: [] }, Description: { rich_text: [] } } }))
}

const states: State[] = [
  {
    name: 'while content loads',
    as: 'studio@academy.test',
    mockApi: neverRespond(content),
    pages: [
      ['/dashboard', 'Loading sessions...'],
      ['/courses/master-course', 'Loading course...'],
      [SESSION_PATH, 'Loading session...'],
      ['/resources', 'Loading resources...'],
      ['/resources/any', 'Loading resource...'],
      ['/my-prompts', 'Loading prompts...'],
      ['/my-prompts/any', 'Loading prompt...'],
      ['/notes', 'Loading notes...'],
      ['/settings/tokens', 'Loading access tokens...'],
      ['/team', 'Loading your team...'],
    ],
  },
  {
    name: 'while the account loads',
    as: 'learner@academy.test',
    mockApi: neverRespond(account),
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
    mockApi: neverRespond(administration),
    pages: [
      ['/admin/accounts', 'Loading accounts...'],
      ['/admin/accounts/any', 'Loading account...'],
      ['/admin/content', /^Loading/],
    ],
  },
  {
    name: 'when content fails to load',
    as: 'studio@academy.test',
    mockApi: respondWith400(content),
    pages: [
      ['/dashboard', 'Failed to load sessions'],
      ['/courses/master-course', 'Error Loading Course'],
      [SESSION_PATH, 'Error loading session'],
      ['/resources', 'Error loading resources'],
      ['/resources/any', 'Error loading resource'],
      ['/my-prompts', "We couldn't load your prompts"],
      ['/my-prompts/any', "We couldn't load this prompt"],
      ['/notes', "We couldn't load your notes"],
      ['/settings/tokens', "We couldn't load your access tokens"],
      ['/team', "We couldn't load your team"],
    ],
  },
  {
    name: 'when the account fails to load',
    as: 'learner@academy.test',
    mockApi: respondWith400(account),
    pages: [
      ['/dashboard', "We couldn't load your account"],
      ['/settings', 'Could not load profile information.'],
      ['/settings?tab=pricing', "We couldn't load your account"],
    ],
  },
  {
    name: "when an administrator's requests fail",
    as: ADMIN_EMAIL,
    mockApi: respondWith400(administration),
    pages: [
      ['/admin/accounts', "We couldn't load the accounts"],
      ['/admin/accounts/any', "We couldn't load the account"],
      ['/admin/content', "We couldn't load the content status"],
    ],
  },
  {
    name: 'when there is nothing yet',
    as: 'studio@academy.test',
    mockApi: empty,
    pages: [
      ['/dashboard', 'No sessions yet'],
      ['/courses/master-course', 'No sessions yet'],
      [SESSION_PATH, 'No tutorials found for this session'],
      ['/resources', 'No resources found'],
      ['/notes', 'No notes yet'],
    ],
  },
]

/** Defines tests for pages that load, fail or are empty. For phones only, because the components are the same on large screens. */
export function testStates(): void {
  for (const { name, as, mockApi, pages } of states) {
    test(`axe finds nothing ${name}`, async ({ page }) => {
      test.slow()
      await storeSession(page, as)
      await mockApi(page)
      for (const [path, text] of pages) {
        await page.goto(webUrl(path))
        // index.html also says 'Loading...', but has no heading
        await expect(page.locator('h1')).toBeAttached()
        await expect(page.getByText(text).first()).toBeAttached()
        await test.step(`${path} ${name}`, () => expectAccessible(page))
      }
    })
  }
}
