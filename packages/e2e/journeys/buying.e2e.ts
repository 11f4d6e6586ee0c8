import type { Page } from '@playwright/test'
import { accountOf, customerOf } from '../fixtures/account-of.ts'
import { createAccount } from '../fixtures/accounts.ts'
import { goToTutorial, LAST_FREE_TUTORIAL } from '../fixtures/course.ts'
import { createPromotionCode, endTrial, payWith, refundLastPayment, withStripeFault } from '../fixtures/stripe.ts'
import { expect, PASSWORD, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

// serial, because one journey delays all webhooks
test.describe.configure({ mode: 'default' })
// a visitor from Germany sees prices in euro
test.use({ extraHTTPHeaders: { 'x-country': 'DE' } })

type Currency = 'EUR' | 'USD'
const PLANS = '/settings?tab=pricing'

/** Creates an account, signs in and opens the pricing page. Returns the email address. */
async function openPlansAsNewBuyer(page: Page, currency: Currency): Promise<string> {
  const email = await createAccount('buyer')
  await signIn(page, email, PASSWORD)
  await openPlans(page, currency)
  return email
}
async function openPlans(page: Page, currency: Currency): Promise<void> {
  await page.goto(webUrl(PLANS))
  await page.getByRole('radio', { name: currency }).check()
}
const buy = (page: Page, name: 'Get the Bundle' | 'Get the Master Course' | 'Start Studio') => page.getByRole('button', { name }).click()

/** Expects the pricing page with the success message and without parameters in its URL. */
async function expectPaymentSuccess(page: Page): Promise<void> {
  await expect(page.getByText('Payment Successful! 🎉')).toBeVisible()
  await expect(page).toHaveURL(webUrl(PLANS))
}
/** Closes the dialog with the next steps after a purchase. */
const closeNextSteps = (page: Page) => page.getByRole('button', { name: 'Stay here' }).click()
const orderSummary = (page: Page) => page.getByRole('region', { name: 'Order' })
const coursePurchasedNotice = (page: Page) => page.getByText('Course Already Purchased')
const managePlanButton = (page: Page) => page.getByRole('button', { name: 'Manage plan' })
const congratulations = (page: Page) => page.getByRole('dialog', { name: 'Congratulations on your bundle' })
async function expectLibrary(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Prompt Library' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Prompt Library' })).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeVisible()
}

test('PRICE-21 PAY-01 PAY-04 PAY-08 PAY-10 ACCESS-06 a locked tutorial offers the course; after a purchase in euro it is open on return', async ({
  page,
}) => {
  await signIn(page, await createAccount('buyer'), PASSWORD)
  await page.getByRole('link', { name: /^Start ?: / }).click()
  await goToTutorial(page, LAST_FREE_TUTORIAL)
  await page.getByRole('link', { name: /next/i }).click()
  const prices = page.getByRole('dialog', { name: 'Unlock Master Course' })
  const tutorial = page.url()
  await prices.getByRole('radio', { name: 'EUR' }).check()
  await prices.getByRole('button', { name: 'Get the Master Course' }).click()
  await expect(orderSummary(page)).toContainText('€259.00')
  await payWith(page, 'succeeds')
  await expect(page).toHaveURL(tutorial)
  await expect(page.getByText('Payment Successful! 🎉')).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Welcome to the Master Course' }).getByRole('link')).toHaveCount(3)
  await closeNextSteps(page)
  await page.getByRole('button', { name: 'Start the course' }).click()
  await expect(page.getByRole('button', { name: 'Copy All' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('PAY-02 PAY-03 PRICE-17 PRICE-18 the course in dollars: a declined card buys nothing; a promotion code with a valid card buys it', async ({
  page,
}) => {
  const code = await createPromotionCode()
  await openPlansAsNewBuyer(page, 'USD')
  await buy(page, 'Get the Master Course')
  await payWith(page, 'declined')
  await expect(page.getByRole('alert')).toContainText('Your card was declined.')
  await page.getByLabel('Promotion code').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(orderSummary(page)).toContainText('$239.20')
  await payWith(page, 'succeeds')
  await expectPaymentSuccess(page)
  await closeNextSteps(page)
  await expect(coursePurchasedNotice(page)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Launch bundle' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Start Studio' })).toBeVisible()
})

test('SEAT-18 a head of product buys 5 seats, 15% cheaper, and opens nothing with them', async ({ page }) => {
  await openPlansAsNewBuyer(page, 'EUR')
  await page.getByText('Buy for a team').click()
  await page.getByLabel('Number of seats').fill('51')
  await page.getByRole('button', { name: 'Buy seats' }).click()
  await expect(page.getByText('Enter a whole number from 2 to 50.')).toBeVisible()
  await page.getByLabel('Number of seats').fill('5')
  await expect(page.getByText('5 seats at €220.15 each, 15% less than €259')).toBeVisible()
  await page.getByRole('button', { name: 'Buy seats' }).click()
  await expect(orderSummary(page)).toContainText('5 × Master Course')
  await expect(orderSummary(page)).toContainText('€1,100.75')
  await expect(page.getByText('These are 5 seats for others.')).toBeVisible()
  const team = page.waitForRequest((request) => new URL(request.url()).pathname === '/team')
  await payWith(page, 'succeeds')
  expect(new URL((await team).url()).searchParams.get('checkout')).toMatch(/^cs_/)
  await expect(page.getByText('Payment Successful! 🎉')).toBeVisible()
  await openPlans(page, 'EUR')
  await expect(page.getByRole('button', { name: 'Get the Master Course' })).toBeVisible()
  await expect(coursePurchasedNotice(page)).toHaveCount(0)
})

test('PRICE-10 PRICE-16 PRICE-25 PRICE-26 D-120 the bundle in euro: congratulations, the course and the Studio', async ({ page }) => {
  await openPlansAsNewBuyer(page, 'EUR')
  await buy(page, 'Get the Bundle')
  await expect(orderSummary(page)).toContainText('€249.00')
  await expect(orderSummary(page)).toContainText('3 months free, then €17')
  await payWith(page, 'succeeds')
  await expect(congratulations(page).getByLabel('Full Name')).toHaveValue('Sam Sample')
  await congratulations(page).getByLabel('Job Title').clear()
  await congratulations(page).getByRole('button', { name: 'Continue' }).click()
  await expect(congratulations(page).getByText('Job title is required.')).toBeVisible()
  await congratulations(page).getByLabel('Job Title').fill('Product Designer')
  await congratulations(page).getByRole('button', { name: 'Continue' }).click()
  await expect(congratulations(page)).toBeHidden()
  await expect(coursePurchasedNotice(page)).toBeVisible()
  await expect(managePlanButton(page)).toBeVisible()
  await expectLibrary(page)
})

test('PAY-02 the bundle in dollars, with a card that requires authentication', async ({ page }) => {
  await openPlansAsNewBuyer(page, 'USD')
  await buy(page, 'Get the Bundle')
  await expect(orderSummary(page)).toContainText('$289.00')
  await payWith(page, 'requiresAuthentication')
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(congratulations(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expectPaymentSuccess(page)
  await expect(coursePurchasedNotice(page)).toBeVisible()
  await expect(managePlanButton(page)).toBeVisible()
})

test('D-121 PAY-05 PAY-06 the Studio in euro: the checkout is abandoned, then paid; the subscription is cancelled in the portal and resumed', async ({
  page,
}) => {
  await openPlansAsNewBuyer(page, 'EUR')
  await buy(page, 'Start Studio')
  await page.getByRole('link', { name: /^Back to/ }).click()
  await expect(page).toHaveURL(webUrl(PLANS))
  await expect(page.getByRole('button', { name: 'Start Studio' })).toBeEnabled()
  await expect(page.getByText('Payment Successful! 🎉')).toHaveCount(0)

  await buy(page, 'Start Studio')
  await expect(orderSummary(page)).toContainText('€17.00')
  await payWith(page, 'succeeds')
  await expectPaymentSuccess(page)
  await closeNextSteps(page)
  await expect(managePlanButton(page)).toBeVisible()
  await expect(page.getByText(/^Renews \w+ \d+, \d{4} for €17\/month$/)).toBeVisible()

  await managePlanButton(page).click()
  await expect(page).toHaveURL(/\/stripe\/portal\//)
  await page.getByRole('link', { name: 'Cancel subscription' }).click()
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(page.getByRole('status')).toContainText('Your subscription is canceled.')
  await page.getByRole('button', { name: "Don't cancel subscription" }).click()
  await expect(page.getByRole('status')).toContainText('Your subscription goes on.')
  await page.getByRole('link', { name: /^Return to/ }).click()
  await expect(page).toHaveURL(webUrl(PLANS))
  await expect(managePlanButton(page)).toBeVisible()
  await expect(page.getByText('Payment Successful! 🎉')).toHaveCount(0)
  await expectLibrary(page)
})

test('PAY-02 the Studio in dollars: the first payment fails authentication, the second succeeds', async ({ page }) => {
  await openPlansAsNewBuyer(page, 'USD')
  await buy(page, 'Start Studio')
  await expect(orderSummary(page)).toContainText('$19.00')
  await payWith(page, 'requiresAuthentication')
  await page.getByRole('button', { name: 'Fail authentication' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await payWith(page, 'requiresAuthentication')
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expectPaymentSuccess(page)
  await closeNextSteps(page)
  await expect(managePlanButton(page)).toBeVisible()
})

test('D-126 R-09 a full refund closes the course, and it can be bought again', async ({ page }) => {
  await openPlansAsNewBuyer(page, 'EUR')
  await buy(page, 'Get the Master Course')
  await payWith(page, 'succeeds')
  await expect(coursePurchasedNotice(page)).toBeVisible()
  await refundLastPayment(await customerOf(page))
  await expect.poll(async () => (await accountOf(page)).entitlements.master_course).toBe(false)
  await page.goto(webUrl('/courses/master-course'))
  await expect(page.getByRole('button', { name: /^Unlock Master Course/ }).first()).toBeVisible()
  await openPlans(page, 'EUR')
  await expect(page.getByRole('button', { name: 'Get the Master Course' })).toBeEnabled()
})

test('R-09 PRICE-16 BUY-07 BUY-08 a failed renewal is shown and keeps access for the grace period; another card settles it', async ({
  page,
}) => {
  await openPlansAsNewBuyer(page, 'EUR')
  await buy(page, 'Get the Bundle')
  await payWith(page, 'failsAtRenewal')
  await page.keyboard.press('Escape')
  await expect(managePlanButton(page)).toBeVisible()
  await endTrial(await customerOf(page))
  const status = async () => (await accountOf(page)).subscriptions.map((subscription) => subscription.status)
  await expect.poll(status).toEqual(['past_due'])
  await page.goto(webUrl(PLANS))
  await expect(page.getByRole('alert')).toContainText('Your last payment did not go through')
  await expect(page.getByText(/^Payment failed: update your payment method by \w+ \d+, \d{4}$/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Receipts and invoices' }).getByRole('listitem').first()).toContainText('Not paid yet')
  await expectLibrary(page)

  await page.goto(webUrl(PLANS))
  await managePlanButton(page).click()
  await page.getByRole('link', { name: 'Update card' }).click()
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel(/^Expir/).fill('12 / 34')
  await page.getByLabel(/code/i).fill('123')
  await page.getByRole('button', { name: /card/i }).click()
  await page.getByRole('button', { name: /^Pay now: invoice/ }).click()
  await expect(page.getByRole('status')).toContainText('Your invoice is paid.')
  await page.getByRole('link', { name: /^Return to/ }).click()
  await expect.poll(status).toEqual(['active'])
  await page.goto(webUrl(PLANS))
  await expect(managePlanButton(page)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('R-10 D-125 with webhooks half a minute late, the purchase is still open on return', async ({ page }) => {
  await openPlansAsNewBuyer(page, 'EUR')
  await withStripeFault({ kind: 'webhook_delay', delay_ms: 30_000 }, async () => {
    await buy(page, 'Start Studio')
    await payWith(page, 'succeeds')
    await expectPaymentSuccess(page)
    await closeNextSteps(page)
    await expect(managePlanButton(page)).toBeVisible()
    await expectLibrary(page)
  })
})

test('D-119 an offer that was bought in one tab cannot be bought again in another', async ({ page, context }) => {
  await openPlansAsNewBuyer(page, 'EUR')
  const other = await context.newPage()
  await openPlans(other, 'EUR')
  await buy(page, 'Get the Master Course')
  await payWith(page, 'succeeds')
  await expectPaymentSuccess(page)
  await buy(other, 'Get the Master Course')
  await expect(coursePurchasedNotice(other)).toBeVisible()
  await expect(other).toHaveURL(webUrl(PLANS))
})

test('PAY-09 D-121 the success message after a checkout appears once, also without the parameter in the URL', async ({ page }) => {
  await openPlansAsNewBuyer(page, 'EUR')
  await page.route(/checkout_success=/, (route) => route.fulfill({ status: 302, headers: { location: webUrl(PLANS) } }))
  await buy(page, 'Get the Master Course')
  await payWith(page, 'succeeds')
  await expectPaymentSuccess(page)
  await expect(coursePurchasedNotice(page)).toBeVisible()
  await page.reload()
  await expect(coursePurchasedNotice(page)).toBeVisible()
  await expect(page.getByText('Payment Successful! 🎉')).toHaveCount(0)
})
