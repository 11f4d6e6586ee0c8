import { readFile } from 'node:fs/promises'
import { ADMIN_EMAIL } from '@academy/local'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility/check-page.ts'
import { createOwner, signInAt } from '../fixtures/accounts.ts'
import { callApi } from '../fixtures/call-api.ts'
import { COUNTS } from '../fixtures/course.ts'
import { expect, PASSWORD, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

// Chromium logs every request without network
test.use({ expectedLogs: [/net::ERR_INTERNET_DISCONNECTED|Failed to fetch/] })

type Tutorial = { id: string; session_id: string }

/** Marks all tutorials of the course as done but the last, and returns the last. */
async function completeAllButLast(email: string): Promise<Tutorial> {
  const { access_token } = await signInAt(email, PASSWORD)
  const { data } = await callApi<{ data: { id: string; tutorials: { id: string }[] }[] }>(access_token, '/api/sessions')
  const tutorials = data.flatMap((session) => session.tutorials.map(({ id }) => ({ id, session_id: session.id })))
  const last = tutorials.pop()
  if (last === undefined) throw new Error('the course has no tutorials')
  const body = { at: new Date().toISOString(), done: true }
  for (const { id } of tutorials) await callApi(access_token, `/api/tutorials/${id}/progress`, { method: 'PUT', body })
  return last
}

const card = (page: Page) => page.getByRole('region', { name: 'Master Course' })
const doneOf = (page: Page, count: number) => page.getByText(`${count} of ${COUNTS.tutorials} done`)
const markAsDone = (page: Page) => page.getByRole('button', { name: 'Mark as done' })

/** Goes to the next tutorial, and waits until it is open. */
async function goToNext(page: Page): Promise<string> {
  const next = page.getByRole('link', { name: /^Next/ })
  await next.click()
  await expect(markAsDone(page)).toBeVisible()
  return (await page.getByRole('heading', { level: 2 }).first().textContent()) ?? ''
}

const certificate = (page: Page) => page.getByRole('heading', { level: 1, name: 'Certificate of completion' })

test('LEARN-01 LEARN-07 LEARN-08 LEARN-09 LEARN-10 LEARN-24 LEARN-39 LEARN-40 LEARN-42 LEARN-43 LEARN-47 REVIEW-02 REVIEW-05 REVIEW-06 an owner takes the whole course', async ({
  page,
  context,
  browser,
}) => {
  test.slow()
  const email = await createOwner('graduate')

  await test.step('learns on a desktop, also offline', async () => {
    await signIn(page, email, PASSWORD)
    await expect(doneOf(page, 0)).toBeVisible()
    await expect(card(page).getByText('Start with')).toBeVisible()
    await card(page).getByText('Start with').locator('..').getByRole('link').click()
    await markAsDone(page).click()
    await expect(doneOf(page, 1)).toBeVisible()
    await goToNext(page)
    await page.waitForLoadState('networkidle')

    await context.setOffline(true)
    await markAsDone(page).click()
    await expect(doneOf(page, 2)).toBeVisible()
    const saved = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.request().postData()?.includes('true') === true,
    )
    await context.setOffline(false)
    expect((await saved).status()).toBe(200)
  })
  const third = await goToNext(page)
  await page.waitForLoadState('networkidle')

  await test.step('continues on a phone with the third tutorial', async () => {
    const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
    await signIn(phone, email, PASSWORD)
    await expect(doneOf(phone, 2)).toBeVisible()
    await expect(card(phone).getByText('Continue with')).toBeVisible()
    await card(phone).getByRole('link', { name: third }).click()
    await expect(phone.getByRole('heading', { level: 2, name: third })).toBeVisible()
    await markAsDone(phone).click()
    await expect(doneOf(phone, 3)).toBeVisible()
    await phone.goto(webUrl('/courses/master-course'))
    await expect(phone.getByText('Continue here')).toBeVisible()
    await expect(phone.getByRole('img', { name: 'Done' })).toHaveCount(3)
    await phone.close()
  })

  await test.step('finds a half-remembered sentence, writes a note about it, and exports all notes', async () => {
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox', { name: 'Search everything' }).pressSequentially('sunday was taken for the first day')
    await expect(page.getByRole('option').first()).toContainText('Video · at')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\?t=\d+$/)
    await page.getByRole('textbox', { name: /^Your note on/ }).fill('Ask the tool what it does not know.')
    await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()
    await page.getByRole('link', { name: 'All your notes' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export as Markdown' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toContain('\nAsk the tool what it does not know.\n')
  })

  const last = await completeAllButLast(email)
  await test.step('finishes the course, and prints the certificate on one sheet', async () => {
    await page.goto(webUrl(`/courses/master-course/sessions/${last.session_id}/tutorials/${last.id}`))
    await markAsDone(page).click()
    await expect(page.getByText('You finished the course!')).toBeVisible()
    await page.getByRole('link', { name: 'See your certificate' }).click()
    await expect(certificate(page)).toBeVisible()
    await expect(page.getByRole('article').getByText('Sam Sample')).toBeVisible()
    const pages = (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type \/Page\b/g)
    expect(pages).toHaveLength(1)
    await expectAccessible(page)
  })

  await test.step('writes a review, which visitors see once the administrator has read it, and withdraws it', async () => {
    const text = `I built a board that my team uses ${Date.now()}.`
    await page.getByRole('textbox', { name: 'Your review' }).fill(text)
    await page.getByRole('checkbox', { name: /^Show it with my name/ }).check()
    await page.getByRole('button', { name: 'Send review' }).click()
    await expect(page.getByText('The academy reads it before visitors see it.')).toBeVisible()
    await expectAccessible(page)

    const other = await browser.newPage()
    await signIn(other, ADMIN_EMAIL)
    await other.goto(webUrl('/admin/content'))
    const review = other.getByRole('region', { name: 'Reviews of the course' }).getByRole('listitem').filter({ hasText: text })
    await review.getByRole('button', { name: /^Show/ }).click()
    await expect(review).toContainText('Shown to visitors')
    await other.close()

    const visitor = await browser.newPage()
    await visitor.goto(webUrl('/signup'))
    await expect(visitor.getByText(text)).toBeVisible()
    await expect(visitor.getByText('Sample testimonial')).toHaveCount(0)
    const shown = visitor.getByRole('region', { name: 'From those who finished' }).getByRole('figure').filter({ hasText: text })
    // The web server shows a rendered page for seconds.
    await expect(async () => {
      await visitor.goto(webUrl('/welcome'))
      await expect(shown).toContainText('Sam Sample, finished in', { timeout: 100 })
    }).toPass()
    await expectAccessible(visitor)
    await page.getByRole('button', { name: 'Withdraw it' }).click()
    await expect(page.getByText('You wrote none.')).toBeVisible()
    await visitor.goto(webUrl('/signup'))
    await expect(visitor.getByText('Sample testimonial')).toBeVisible()
    await visitor.close()
  })

  await test.step('shows the certificate to a visitor, and hides it', async () => {
    const visitor = await browser.newPage()
    await visitor.goto(page.url())
    await expect(certificate(visitor)).toBeVisible()
    await expect(visitor.getByText('Sam Sample')).toBeVisible()
    await expect(visitor.getByRole('heading', { name: 'Your certificate' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Hide it' }).click()
    await expect(page.getByRole('button', { name: 'Show it to visitors' })).toBeVisible()
    // a new page, because the browser may cache the response for visitors for a minute
    const later = await browser.newPage()
    await later.goto(page.url())
    await expect(later.getByRole('heading', { level: 1, name: 'Certificate not found' })).toBeVisible()
    await visitor.close()
    await later.close()
  })

  await page.goto(webUrl('/dashboard'))
  await expect(page.getByRole('link', { name: 'See your certificate' })).toBeVisible()
  await expectAccessible(page)
})
