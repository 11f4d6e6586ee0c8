import { expect, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

test('SLACK-01 SLACK-02 SLACK-03 a subscriber joins premium support, whose FAQ promises an answer within 24 hours', async ({ page }) => {
  await signIn(page, 'studio@academy.test')
  await page.getByRole('link', { name: 'Premium Slack Support' }).click()
  const join = page.getByRole('link', { name: 'Join Premium Slack Support' })
  await expect(join).toHaveAttribute('target', '_blank')
  await expect(join).toHaveAttribute('href', /^https:\/\//)
  await expect(page.getByText(/^Within 24 hours\./)).toBeVisible()
  await page.getByText('What can I ask?').click()
  await expect(page.getByText(/^Within 24 hours\./)).toBeHidden()
})

test('SLACK-04 an owner of the course sees what premium support offers and costs', async ({ page }) => {
  await signIn(page, 'owner@academy.test')
  await page.goto(webUrl('/premium-slack'))
  await expect(page.getByRole('dialog', { name: 'Upgrade to Access Premium Slack Support' })).toBeVisible()
  await expect(page).toHaveURL(webUrl('/premium-slack'))
})

test('R-12 BOARD-02 BOARD-04 the community leads to the coder boards, through their pages, and on to the dashboard', async ({ page }) => {
  await signIn(page, 'owner@academy.test')
  await page.getByRole('complementary').getByRole('link', { name: 'Community' }).click()
  await page.getByRole('link', { name: /Vibe Coder Boards/ }).click()
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(5)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(1)
  await page.getByRole('link', { name: 'Upgrade to Premium' }).click()
  await expect(page).toHaveURL(webUrl('/dashboard'))
})

test.describe('in New York, two days before its clocks change', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('R-12 MENT-11 MENT-14 MENT-17 MENT-26 ERR-23 the mentorship lottery, by keyboard alone', async ({ page }) => {
    await signIn(page, 'owner@academy.test')
    await page.goto(webUrl('/community'))
    // late evening in New York, the next day in UTC
    await page.clock.setFixedTime('2026-10-30T22:30:00-04:00')
    await page.getByRole('link', { name: /Weekly Mentorship Program/ }).click()
    await expect(page.getByRole('heading', { name: 'Week of Oct 26 - Nov 1' })).toBeVisible()

    await page.getByRole('button', { name: 'Friday, October 30, 2026' }).focus()
    await page.keyboard.press('Enter')
    const focused = page.locator(':focus')
    await expect(focused).toHaveAccessibleName('Friday, October 30, 2026, today')
    // closes and opens within one task, for which the browser fires one event
    await page.getByRole('dialog', { name: 'Choose a day' }).evaluate((popover: HTMLElement) => {
      popover.hidePopover()
      popover.showPopover()
    })
    await expect(focused).toHaveAccessibleName('Friday, October 30, 2026, today')
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    await expect(focused).toHaveAccessibleName('Monday, November 2, 2026')
    // the last allowed day
    for (let day = 3; day <= 9; day += 1) await page.keyboard.press('ArrowRight')
    await expect(focused).toHaveAccessibleName('Saturday, November 7, 2026')
    await page.keyboard.press('Escape')
    await expect(focused).toHaveText('Friday, October 30, 2026')
    await page.keyboard.press('Enter')
    await expect(focused).toHaveAccessibleName('Friday, October 30, 2026, today')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Week of Nov 2 - 8' })).toBeVisible()
    await expect(focused).toHaveText('Friday, November 6, 2026')

    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Registration successful')).toBeVisible()
    await expect(page.getByText('1 Registration')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Registered' })).toBeDisabled()
    await page.reload()
    await expect(page.getByText('0 Registrations')).toBeVisible()
  })
})
