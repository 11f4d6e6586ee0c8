import { ADMIN_EMAIL } from '@academy/local'
import { requestApi, tokenOf } from '../fixtures/call-api.ts'
import { expect, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

test('the administrator opens the Content page from the sidebar, starts a sync and sees its result', async ({ page }) => {
  await signIn(page, ADMIN_EMAIL)
  await page.getByRole('link', { name: 'Content', exact: true }).click()
  await expect(page).toHaveURL(webUrl('/admin/content'))
  await expect(page.getByRole('region', { name: 'Shown to learners' })).toContainText('Resources')
  const sync = page.getByRole('region', { name: 'Sync' })
  await sync.getByRole('button', { name: 'Sync now' }).click()
  await expect(
    page
      .getByRole('region', { name: 'Last syncs' })
      .getByText(/by an administrator/)
      .first(),
  ).toBeVisible()
  await expect(sync.getByRole('status')).toContainText('The last sync took')
  await expect(page.getByRole('region', { name: 'Last syncs' }).getByRole('listitem').first()).toContainText('Succeeded')
})

test('the server refuses the Content page to other accounts', async ({ page }) => {
  await signIn(page, 'studio@academy.test')
  expect((await requestApi(await tokenOf(page), '/api/admin/content')).status).toBe(403)
  await page.goto(webUrl('/admin/content'))
  await expect(page.getByText('Only the administrator can open this page.')).toBeVisible()
})
