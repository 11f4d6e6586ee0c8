import { ADMIN_EMAIL } from '@academy/local'
import { protectedPages } from '@academy/web/pages'
import { createAccount } from '../fixtures/accounts.ts'
import { webUrl } from '../fixtures/addresses.ts'
import { LAST_FREE_TUTORIAL, openFreeTutorial, WHOLE_TUTORIAL } from '../fixtures/course.ts'
import { showPrompts } from '../fixtures/prompts.ts'
import { withoutPayments } from '../fixtures/stripe.ts'
import { expect, PASSWORD, signIn, test } from '../fixtures/test.ts'
import { expectAccessible } from './check-page.ts'
import { at, type Screen, type Size } from './screen.ts'
import { sellingScreens } from './selling-screens.ts'
import { shellScreens } from './shell-screens.ts'

/** Every page whose path has no id, with everything unlocked. */
const wholePages: Screen[] = Object.values(protectedPages)
  .filter(({ path }) => !path.includes(':'))
  .map(({ path }) => ({ name: path, as: ADMIN_EMAIL, open: at(path, /./) }))

/** What only other accounts see, or what appears after a click. */
const screens: Screen[] = [
  { name: 'sign-in', open: at('/login', /./) },
  {
    name: 'forgot password',
    open: async (page) => {
      await page.goto(webUrl('/login'))
      await page.getByRole('button', { name: 'Forgot password?' }).click()
    },
  },
  {
    name: 'refused sign-in',
    open: async (page) => {
      await page.goto(webUrl('/login'))
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    },
  },
  { name: 'sign-up', open: at('/signup', /./) },
  { name: 'mail link', open: at('/confirm#type=signup&token_hash=x&email=ada%40example.com', /Confirm your email address/) },
  {
    name: 'mail link for another account',
    as: 'learner@academy.test',
    open: at('/confirm#type=recovery&token_hash=x&email=ada%40example.com', /Choose a new password/),
  },
  { name: '404', open: at('/no/such/page', /404/) },
  { name: 'dashboard', as: 'learner@academy.test', open: at('/dashboard', /Welcome/) },
  { name: 'course', as: 'learner@academy.test', open: at('/courses/master-course', /Master Course/) },
  {
    name: 'introduction, playing',
    as: 'learner@academy.test',
    open: async (page) => {
      await page.getByRole('button', { name: 'Watch Introduction' }).click()
      await expect(page.getByRole('dialog', { name: 'Introduction' }).locator('video')).toBeVisible()
    },
  },
  {
    name: 'VIP tutorial',
    as: 'vip@academy.test',
    open: async (page) => {
      await page.goto(webUrl('/courses/master-course'))
      await page
        .getByRole('link', { name: /^VIP ACCESS/ })
        .first()
        .click()
      await expect(page.getByRole('button', { name: 'Copy All' })).toBeVisible()
    },
  },
  { name: 'unknown course', as: 'learner@academy.test', open: at('/courses/no-such-course', /./) },
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
  { name: 'course of its owner', as: 'owner@academy.test', open: at('/courses/master-course', /Master Course/) },
  { name: 'dashboard of a subscriber', as: 'studio@academy.test', open: at('/dashboard', /Welcome/) },
  { name: 'resource', as: 'studio@academy.test', open: at('/resources/turn-a-question-into-sql', /./) },
  { name: 'library, nothing found', as: 'studio@academy.test', open: at('/resources?search=zebra', /Prompt Library/) },
  { name: 'resource, code', as: 'studio@academy.test', open: at('/resources/turn-a-question-into-sql?tab=code', /./) },
  { name: 'resource, text', as: 'studio@academy.test', open: at('/resources/turn-a-question-into-sql?tab=instructions', /./) },
  { name: 'my prompts, none yet', as: 'bundle@academy.test', open: at('/my-prompts', /My Prompts/) },
  {
    name: 'my prompts, nearly full, with a menu open',
    as: 'studio@academy.test',
    open: async (page) => {
      await showPrompts(page, 990)
      await at('/my-prompts', /My Prompts/)(page)
      await expect(page.getByText('Room for 10 more')).toBeVisible()
      await page.getByRole('button', { name: /^Actions for Prompt 1:/ }).click()
      await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
    },
  },
  {
    name: 'my prompts, before one is deleted',
    as: 'studio@academy.test',
    open: async (page) => {
      await showPrompts(page, 3)
      await page.goto(webUrl('/my-prompts'))
      await page.getByRole('button', { name: /^Actions for Prompt 1:/ }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'a new prompt, refused',
    as: 'studio@academy.test',
    open: async (page) => {
      await page.goto(webUrl('/my-prompts'))
      await page.getByRole('button', { name: 'New Prompt' }).click()
      await page.getByLabel('Title').fill('x'.repeat(201))
      await page.getByRole('button', { name: 'Create Prompt' }).click()
      await expect(page.getByText(/^Please fill in all required fields/)).toBeVisible()
    },
  },
  {
    name: 'a prompt, two versions of it',
    as: 'studio@academy.test',
    open: async (page) => {
      await showPrompts(page, 1)
      await page.route(/\/api\/prompts\/p0\?/, (route) => {
        const message = 'This prompt was changed.'
        const body = { success: false, error: message, message, code: 'conflict', fields: { updated_at: message } }
        return route.fulfill({ status: 409, json: body })
      })
      await page.goto(webUrl('/my-prompts'))
      await page.getByRole('button', { name: /^Actions for Prompt 0:/ }).click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      await page.getByLabel('Description').fill('Mine')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(page.getByRole('dialog', { name: 'Two versions of this prompt' })).toBeVisible()
    },
  },
  {
    name: 'my prompt',
    as: 'studio@academy.test',
    open: async (page) => {
      await showPrompts(page, 1)
      await at('/my-prompts/p0', /Prompt 0/)(page)
    },
  },
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
  { name: 'content, for others', as: 'studio@academy.test', open: at('/admin/content', /Content/) },
  {
    name: 'free tutorial',
    as: 'learner@academy.test',
    open: async (page) => {
      await openFreeTutorial(page, WHOLE_TUTORIAL)
      await expect(page.getByRole('button', { name: 'Copy All' })).toBeVisible()
    },
  },
  {
    name: 'locked tutorial',
    as: 'learner@academy.test',
    open: async (page) => {
      await openFreeTutorial(page, LAST_FREE_TUTORIAL)
      await page.getByRole('link', { name: /next/i }).click()
      await expect(page.getByRole('dialog', { name: 'Unlock Master Course' })).toBeVisible()
      await page.keyboard.press('Escape')
      await page.waitForLoadState('networkidle')
    },
  },
]

/** Axe over every screen, at the size of the project it runs in. */
export function screensAreAccessible(size: Size): void {
  test.use({ expectedLogs: [/\/no\/such\/page|status of 503|net::ERR_INTERNET_DISCONNECTED/] })

  for (const screen of [...wholePages, ...screens, ...sellingScreens, ...shellScreens]) {
    if (screen.only !== undefined && screen.only !== size) continue
    test(`axe finds nothing on: ${screen.name}`, async ({ page }) => {
      if (screen.as) await signIn(page, screen.as)
      await screen.open(page)
      await expectAccessible(page)
    })
  }

  test('axe finds nothing on: profile completion and the reset form', async ({ page }) => {
    const email = await createAccount('nameless', { withProfile: false })
    await signIn(page, email, PASSWORD)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await page.goto(webUrl('/reset-password'))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'Update password' }).click()
    await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible()
    await expectAccessible(page)
  })
}
