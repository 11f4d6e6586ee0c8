import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { createAccount } from '../fixtures/accounts.ts'
import { openFreeTutorial, WHOLE_TUTORIAL } from '../fixtures/course.ts'
import { expect, PASSWORD, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

// Chromium logs every request without network
test.use({ expectedLogs: [/net::ERR_INTERNET_DISCONNECTED|Failed to fetch/] })

const field = (page: Page) => page.getByRole('textbox', { name: `Your note on ${WHOLE_TUTORIAL}` })
const isSaved = (page: Page) => expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()

test('LEARN-20 LEARN-23 LEARN-24 a learner writes a note, also offline, finds it among all notes, and exports it', async ({
  page,
  context,
}) => {
  await signIn(page, await createAccount('writer'), PASSWORD)
  await openFreeTutorial(page, WHOLE_TUTORIAL)
  await field(page).fill('# Who is it for?\n\nAsk the *nurse* first.')
  await isSaved(page)
  await page.reload()
  await expect(field(page)).toHaveValue('# Who is it for?\n\nAsk the *nurse* first.')

  await context.setOffline(true)
  await field(page).press('End')
  await field(page).fill('Ask the nurse, then the pharmacist.')
  await field(page).blur()
  await expect(page.getByText('Your text is kept in this tab.')).toBeVisible()
  await context.setOffline(false)
  await isSaved(page)

  await page.getByRole('link', { name: 'All your notes' }).click()
  await page.getByRole('searchbox', { name: 'Search notes' }).fill('PHARMACIST brief')
  await expect(page.getByText('Ask the nurse, then the pharmacist.')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as Markdown' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain(`: ${WHOLE_TUTORIAL}\n`)
  expect(file).toContain('\nAsk the nurse, then the pharmacist.\n')
})

test('LEARN-21 two tabs with the same note lose no text', async ({ page, context }) => {
  await signIn(page, await createAccount('tabs'), PASSWORD)
  await openFreeTutorial(page, WHOLE_TUTORIAL)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(field(other)).toHaveValue('')
  await field(page).fill('Written in the first tab')
  await isSaved(page)
  await field(other).fill('Written in the second tab')
  await field(other).blur()
  await other.getByRole('button', { name: 'Keep both' }).click()
  await isSaved(other)
  await page.goto(webUrl('/notes'))
  await expect(page.getByText('Written in the first tab')).toBeVisible()
  await expect(page.getByText('Written in the second tab')).toBeVisible()
})
