import { ADMIN_EMAIL } from '@academy/local'
import { protectedPages } from '@academy/web/pages'
import { LAST_FREE_TUTORIAL, openFreeTutorial, openSession, WHOLE_TUTORIAL } from '../fixtures/course.ts'
import { withoutPayments } from '../fixtures/stripe.ts'
import { expect, openDashboard, storeSession, test } from '../fixtures/test.ts'
import { expectTranslated, translate } from '../fixtures/translator.ts'
import { webUrl } from '../fixtures/urls.ts'
import { expectAccessible } from './check-page.ts'
import { coursesScreens } from './courses-screens.ts'
import { mentorshipScreens } from './mentorship-screens.ts'
import { ownScreens } from './own-screens.ts'
import { at, type Screen } from './screen.ts'
import { sellingScreens } from './selling-screens.ts'
import { shellScreens } from './shell-screens.ts'
import { teamScreens } from './team-screens.ts'

/** Every page whose path has no id, with everything unlocked. */
const wholePages: Screen[] = Object.values(protectedPages)
  .filter(({ path }) => !path.includes(':'))
  .map(({ path }) => ({ name: path, as: ADMIN_EMAIL, open: at(path, /./) }))

/** Screens that need another account or a click. */
const screens: Screen[] = [
  {
    name: 'forgot password',
    open: async (page) => {
      await page.goto(webUrl('/login'))
      await page.getByRole('button', { name: 'Forgot password?' }).click()
    },
  },
  {
    name: 'sign-in, then refused',
    open: async (page) => {
      await page.goto(webUrl('/login'))
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByText('Enter your password.')).toBeVisible()
    },
  },
  { name: 'sign-up', open: at('/signup', /./) },
  { name: 'mail link', open: at('/confirm#type=signup&token_hash=x&email=ada%40example.com', /Confirm your email address/) },
  {
    name: 'mail link for another account',
    as: 'learner@academy.test',
    open: at('/confirm#type=recovery&token_hash=x&email=ada%40example.com', /Choose a new password/),
  },
  {
    name: 'certificate',
    open: async (page) => {
      const certificate = { id: 'any', name: 'Ada Lovelace', course: 'Master Course', completed_on: '2026-11-22', hours: 12.5 }
      await page.route(/\/api\/certificates\/any\/public$/, (route) => route.fulfill({ json: certificate }))
      await at('/certificates/any', /Certificate of completion/)(page)
    },
  },
  { name: 'certificate that is not there', open: at('/certificates/unknown', /Certificate not found/) },
  { name: '404', open: at('/no/such/page', /404/) },
  { name: 'dashboard', as: 'learner@academy.test', open: at('/dashboard', /Welcome/) },
  { name: 'course', as: 'learner@academy.test', open: at('/courses/master-course', /Master Course/) },
  {
    name: 'introduction, playing',
    as: 'learner@academy.test',
    open: async (page) => {
      await openDashboard(page)
      await page.getByRole('button', { name: 'Watch Introduction' }).click()
      await expect(page.getByRole('dialog', { name: 'Introduction' }).locator('video')).toBeVisible()
    },
  },
  {
    name: 'video with transcript, and the list of its keys',
    as: 'learner@academy.test',
    open: async (page) => {
      await openDashboard(page)
      await openFreeTutorial(page, WHOLE_TUTORIAL)
      await page.getByRole('button', { name: 'Watch Video' }).click()
      await expect(page.getByRole('button', { name: 'Play from 0:06' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    },
  },
  {
    name: 'tutorial with facts that were checked long ago',
    as: ADMIN_EMAIL,
    open: async (page) => {
      await page.route(/\/api\/tutorials\/choose-a-coding-tool\/content/, async (route) => {
        const response = await route.fetch()
        const { data, ...others } = await response.json()
        await route.fulfill({ response, json: { ...others, data: { ...data, facts_checked_on: '2026-01-05' } } })
      })
      await page.goto(webUrl('/courses/master-course/sessions/set-up-your-workshop/tutorials/choose-a-coding-tool'))
      await expect(page.getByText('Some facts may have changed')).toBeVisible()
    },
  },
  {
    name: 'VIP tutorial',
    as: 'vip@academy.test',
    open: async (page) => {
      await page.goto(webUrl('/courses/master-course'))
      await openSession(page, 'Read what you got')
      await page
        .getByRole('link', { name: /^VIP ACCESS/ })
        .first()
        .click()
      await expect(page.getByRole('button', { name: 'Copy All' })).toBeVisible()
    },
  },
  {
    name: 'unknown course',
    as: 'learner@academy.test',
    open: async (page) => {
      await page.goto(webUrl('/courses/no-such-course'))
      await expect(page.getByRole('heading', { level: 1, name: 'Error Loading Course' })).toBeVisible()
    },
  },
  {
    name: 'pricing, after a refused checkout',
    as: 'learner@academy.test',
    open: async (page) => {
      await page.goto(webUrl('/resources'))
      const dialog = page.getByRole('dialog', { name: 'Upgrade to Access Resources' })
      await withoutPayments(page)
      await dialog.getByRole('button', { name: 'Get the Bundle' }).click()
      await expect(dialog.getByRole('alert')).toBeVisible()
    },
  },
  { name: 'course, as a buyer', as: 'owner@academy.test', open: at('/courses/master-course', /Master Course/) },
  { name: 'dashboard of a subscriber', as: 'studio@academy.test', open: at('/dashboard', /Welcome/) },
  {
    name: 'resource, with its prompt, then its code, then its text',
    as: 'studio@academy.test',
    open: async (page) => {
      await at('/resources/turn-a-question-into-sql', /./)(page)
      await expectAccessible(page)
      await page.getByRole('tab', { name: 'Code' }).click()
      await expectAccessible(page)
      await page.getByRole('tab', { name: 'Instructions' }).click()
    },
  },
  { name: 'library, nothing found', as: 'studio@academy.test', open: at('/resources?search=zebra', /Prompt Library/) },
  {
    name: 'my prompts, without the Studio',
    as: 'learner@academy.test',
    open: async (page) => {
      await page.goto(webUrl('/my-prompts'))
      await expect(page.getByRole('dialog', { name: 'Upgrade to Access My Prompts' })).toBeVisible()
      await page.keyboard.press('Escape')
      await page.waitForLoadState('networkidle')
    },
  },
  {
    name: 'premium slack, without the Studio',
    as: 'owner@academy.test',
    open: async (page) => {
      await page.goto(webUrl('/premium-slack'))
      await expect(page.getByRole('dialog', { name: 'Upgrade to Access Premium Slack Support' })).toBeVisible()
      await page.keyboard.press('Escape')
      await page.waitForLoadState('networkidle')
    },
  },
  {
    name: 'mentorship, registered, with the calendar open',
    as: 'learner@academy.test',
    open: async (page) => {
      await at('/mentorship', /Weekly Mentorship Program/)(page)
      await page.getByRole('button', { name: 'Register for this week' }).click()
      await page.getByRole('button', { name: /day, / }).click()
      await expect(page.getByRole('grid')).toBeVisible()
    },
  },
  { name: 'admin content, as a user who is not the admin', as: 'studio@academy.test', open: at('/admin/content', /Content/) },
  {
    name: 'free tutorial',
    as: 'learner@academy.test',
    open: async (page) => {
      await openDashboard(page)
      await openFreeTutorial(page, WHOLE_TUTORIAL)
      await expect(page.getByRole('button', { name: 'Copy All' })).toBeVisible()
    },
  },
  {
    name: 'tutorial that did not work yet',
    as: 'learner@academy.test',
    open: async (page) => {
      const data = { worked: false, text_hash: '', text: '', system: null, tool: null, with_name: false }
      await page.route(/\/answer$/, (route) => route.fulfill({ json: { success: true, data } }))
      await openDashboard(page)
      await openFreeTutorial(page, WHOLE_TUTORIAL)
      await page.getByRole('button', { name: 'Say what happened' }).click()
      await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
    },
  },
  {
    name: 'locked tutorial',
    as: 'learner@academy.test',
    open: async (page) => {
      await openDashboard(page)
      await openFreeTutorial(page, LAST_FREE_TUTORIAL)
      await page.getByRole('link', { name: /next/i }).click()
      await expect(page.getByRole('dialog', { name: 'Unlock Master Course' })).toBeVisible()
      await page.keyboard.press('Escape')
      await page.waitForLoadState('networkidle')
    },
  },
]

/** Defines a test for every screen, or for those that exist on phones alone. */
export function testScreens({ ofPhones }: { ofPhones: boolean }): void {
  test.use({ expectedLogs: [/\/no\/such\/page|status of 503|net::ERR_INTERNET_DISCONNECTED/] })

  for (const { name, as, isOfPhones = false, open } of [
    ...wholePages,
    ...screens,
    ...coursesScreens,
    ...mentorshipScreens,
    ...ownScreens,
    ...sellingScreens,
    ...shellScreens,
    ...teamScreens,
  ]) {
    if (isOfPhones !== ofPhones) continue
    // Pages are translated, as by a browser: all of them must bear it.
    test(`A11Y-04 A11Y-05 A11Y-09 A11Y-12 axe finds nothing on: ${name}`, async ({ page }) => {
      await translate(page)
      if (as) await storeSession(page, as)
      await open(page)
      await expectTranslated(page)
      await expectAccessible(page)
    })
  }
}
