import { expect, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

test('LIB-02 LIB-03 LIB-04 LIB-05 LIB-07 LIB-16 LIB-18 a subscriber searches, filters, reads, copies and opens a related resource', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, 'studio@academy.test')
  await page.getByRole('link', { name: 'Prompt Library' }).click()
  const cards = page.getByRole('link', { name: /View Resource/ })
  const count = page.getByText(/^\d+ resources?$/)
  await expect(count).toHaveText(/^\d{2,} resources$/)
  const everything = (await count.textContent()) ?? ''
  await expect(cards.first()).toBeVisible()

  await page.getByPlaceholder('Search resources...').fill('into SQL')
  await expect(cards).toHaveCount(1)
  await page.getByPlaceholder('Search resources...').fill('xyzzy plugh')
  await expect(page.getByText('No resources found')).toBeVisible()
  await page.getByPlaceholder('Search resources...').fill('')
  await expect(count).toHaveText(everything)

  await cards.first().click()
  await expect(page).toHaveURL(/\/resources\/[a-z-]+$/)
  // until the new page has loaded, the cards of the library have copy buttons too
  await expect(page.getByRole('heading', { name: 'Related resources' })).toBeVisible()
  await page.getByRole('button', { name: /^Copy/ }).first().click()
  await expect(page.getByRole('button', { name: 'Copied!' }).first()).toBeVisible()
  expect((await page.evaluate(() => navigator.clipboard.readText())).length).toBeGreaterThan(100)
  await page.getByRole('tab', { name: 'All Code Examples' }).click()
  await expect(page.getByRole('tabpanel', { name: 'All Code Examples' })).toBeVisible()
  await page.getByRole('tab', { name: 'Additional Instructions' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Additional Instructions' })).toBeVisible()

  const first = page.url()
  const related = page
    .getByRole('complementary')
    .or(page.getByRole('region', { name: /related/i }))
    .getByRole('link')
  await related.last().click()
  await expect(page).not.toHaveURL(first)
  await expect(page).toHaveURL(/\/resources\/[a-z-]+$/)
})

test('LIB-24 SIGNIN-13 a resource that does not exist leads back to the library, which stays when the account fails to load', async ({
  page,
}) => {
  await signIn(page, 'studio@academy.test')
  await page.goto(webUrl('/resources/no-such-resource'))
  await expect(page).toHaveURL(webUrl('/resources'))

  const context = '**/api/accounts/context'
  await page.route(context, (route) => route.fulfill({ status: 429 }))
  await page.reload()
  await expect(page.getByRole('alert')).toContainText("We couldn't load your account")
  await expect(page.getByRole('heading', { level: 1, name: 'Prompt Library' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(webUrl('/resources'))
  await page.unroute(context)
  // As when the user comes back to the tab, so that the journey need not wait for the next attempt.
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('link', { name: /View Resource/ }).first()).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
