import { ADMIN_EMAIL } from '@academy/local'
import { expect, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

test('INSIGHT-07 INSIGHT-10 the administrator opens the Overview from the sidebar, and reads sales and how learners proceed', async ({
  page,
}) => {
  await signIn(page, ADMIN_EMAIL)
  // once the account says that it is the administrator's
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).click()
  await expect(page).toHaveURL(webUrl('/admin'))
  const sales = page.getByRole('region', { name: 'Sales in EUR', exact: true })
  await expect(sales.getByRole('img')).toHaveAccessibleName(/^Net sales in EUR, .*: €[1-9]/)
  await sales.getByRole('button', { name: 'By step' }).click()
  await expect(sales.getByRole('region', { name: 'Sales in EUR by step' }).getByRole('row')).toHaveCount(31)
  await page.getByLabel('Steps').selectOption('month')
  await expect(page).toHaveURL(/step=month/)
  await expect(page.getByRole('region', { name: 'How far new accounts came' }).getByRole('row')).toHaveCount(5)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /Download as CSV.*Sales in EUR by offer/ }).click()
  expect((await download).suggestedFilename()).toMatch(/^offers-eur-.*\.csv$/)
  await page.getByRole('link', { name: 'How learners proceed' }).click()
  await expect(page.getByRole('img', { name: /^How many accounts opened each tutorial/ })).toBeVisible()
})
