import { DEFAULT_CURRENCY, SEATS_CONSENT } from '@academy/catalog'
import type { SessionSummary, Team } from '@academy/contract'
import type { Browser, Page } from '@playwright/test'
import { accountOf } from '../fixtures/account-of.ts'
import { createAccount, createHolder } from '../fixtures/accounts.ts'
import { authClient } from '../fixtures/auth-client.ts'
import { callApi, requestApi, tokenOf } from '../fixtures/call-api.ts'
import { connectTool } from '../fixtures/connect-tool.ts'
import { linkMailedTo } from '../fixtures/mailbox.ts'
import { payWith } from '../fixtures/stripe.ts'
import { expect, freshEmail, PASSWORD, signIn, submitSignIn, test } from '../fixtures/test.ts'
import { secret as settingOf, webUrl } from '../fixtures/urls.ts'

const members = (page: Page) => page.getByRole('list', { name: 'Members' })
const memberRow = (page: Page, email: string) => members(page).getByRole('listitem').filter({ hasText: email })

/** Buys seats of the Master Course, and pays on the hosted page, which leads to the team. */
async function buySeats(page: Page, seats: number): Promise<void> {
  const { url } = await callApi<{ url: string }>(await tokenOf(page), '/api/payments/create-checkout-session', {
    method: 'POST',
    body: {
      masterCourse: true,
      seats,
      currency: DEFAULT_CURRENCY,
      access_consent: SEATS_CONSENT.version,
      successUrl: webUrl('/team?checkout={CHECKOUT_SESSION_ID}'),
      cancelUrl: webUrl('/settings'),
    },
  })
  await page.goto(url)
  await payWith(page, 'succeeds')
  await expect(page.getByRole('heading', { level: 2, name: `${seats} seats in the Master Course` })).toBeVisible()
}

/** Opens the address of a seat as a visitor who has an account, and claims the seat after the sign-in. Returns the page of the member. */
async function claim(browser: Browser, address: string, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(address)
  await expect(page.getByText('Afterward you claim your seat.')).toBeVisible()
  await submitSignIn(page, email, PASSWORD)
  await expect(page).toHaveURL(address)
  await page.getByRole('button', { name: 'Claim the seat' }).click()
  await expect(page.getByText('The Master Course is open to you.')).toBeVisible()
  return page
}

/** Starts the first paid tutorial, and writes a note and a prompt. Returns the id of the prompt. */
async function work(page: Page, secret: string): Promise<string> {
  const token = await tokenOf(page)
  const { data } = await callApi<{ data: SessionSummary[] }>(token, '/api/sessions')
  const tutorial = data.flatMap(({ tutorials }) => tutorials).find(({ free }) => !free)
  await callApi(token, `/api/tutorials/${tutorial?.id}/content?start=true`)
  await callApi(token, `/api/tutorials/${tutorial?.id}/note`, { method: 'PUT', body: { text: secret, updated_at: null } })
  const prompt = { title: secret, description: secret, content: secret }
  const { id } = await callApi<{ id: string }>(token, '/api/prompts', { method: 'POST', body: prompt })
  return id
}

/** Returns what the API responds to the buyer about a prompt of a member: by its id, in the own prompts, the search and the export. */
async function readAsBuyer(page: Page, promptId: string, words: string): Promise<string[]> {
  const token = await tokenOf(page)
  const paths = [
    '/api/prompts',
    '/api/prompts/summaries',
    `/api/search?q=${encodeURIComponent(words)}`,
    '/api/accounts/export',
    '/api/team',
  ]
  const found = await Promise.all(paths.map((path) => requestApi(token, path)))
  expect(found.map(({ status }) => status)).toEqual(paths.map(() => 200))
  const one = await Promise.all(['', '/versions', '/origin'].map((part) => requestApi(token, `/api/prompts/${promptId}${part}`)))
  expect(one.map(({ status }) => status)).toEqual([404, 404, 404])
  return Promise.all([...found, ...one].map((response) => response.text()))
}

test('SEAT-14 SEAT-15 SEAT-16 SEAT-17 a head of product gives three seats, moves one and refunds one, and reads nothing that a member wrote', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  const secret = 'Zebrafish that the buyer must never read'
  const [bob, carol, eve] = await Promise.all(['bob', 'carol', 'eve'].map((name) => createAccount(name)))
  if (!bob || !carol || !eve) throw new Error('There is no account.')
  // Both have My Prompts, so that no missing Studio hides a prompt.
  const ada = await createHolder('ada', 'studio')
  await signIn(page, await createHolder('head', 'studio'), PASSWORD)
  const responses: string[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) responses.push(await response.text().catch(() => ''))
  })
  await buySeats(page, 3)

  // two by mail, beside an address that is none
  await page.getByRole('textbox', { name: 'Addresses, one a line' }).fill(`${ada}\nnonsense\n${bob}`)
  await page.getByRole('button', { name: 'Invite' }).click()
  const outcomes = page.getByRole('list', { name: 'What became of each address' }).getByRole('listitem')
  await expect(outcomes).toHaveText([`${ada} Invited.`, 'nonsense This is not an email address.', `${bob} Invited.`])
  await expect(page.getByRole('textbox', { name: 'Addresses, one a line' })).toHaveValue('nonsense')
  const address = await linkMailedTo(ada, /Your seat in the Master Course/)
  expect(address).toMatch(new RegExp(`^${webUrl('/seats/')}[\\w-]{43}$`))
  const adasPage = await claim(browser, address, ada)
  await adasPage.getByRole('link', { name: 'Open the course' }).click()
  await expect(adasPage.getByRole('heading', { level: 1, name: 'Master Course' })).toBeVisible()
  const promptId = await work(adasPage, secret)
  const bobsPage = await claim(browser, await linkMailedTo(bob, /Your seat in the Master Course/), bob)

  // one by the link
  await page.getByLabel('Domain', { exact: true }).fill('example.test')
  await page.getByRole('button', { name: 'Make a link' }).click()
  const link = (await page.locator('code').filter({ hasText: '/seats/' }).textContent()) ?? ''
  await claim(browser, link, carol)

  // Bob's seat is moved to Eve.
  await page.reload()
  await expect(memberRow(page, ada)).toContainText('Started')
  await expect(memberRow(page, ada).getByRole('button')).toHaveCount(0)
  await memberRow(page, bob).getByRole('button').click()
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(memberRow(page, bob)).toHaveCount(0)
  await expect.poll(async () => (await accountOf(bobsPage)).entitlements.master_course).toBe(false)
  const evesPage = await claim(browser, link, eve)
  const late = await requestApi(await tokenOf(bobsPage), '/api/seats/claim', { method: 'POST', body: { code: link.slice(-43) } })
  expect([late.status, (await late.json()).message]).toEqual([
    409,
    'All 3 seats are taken. Ask the person who invited you for another one.',
  ])

  // The refund closes the seat that was claimed last.
  await page.reload()
  await page.getByRole('button', { name: 'Refund seats' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Refund seats' })
  await expect(dialog).toContainText('You get €259 back, and keep 2 seats. This closes the seat of 1 member.')
  await dialog.getByRole('button', { name: 'Refund 1 seat' }).click()
  await expect(page.getByText('The seats are refunded.')).toBeVisible()
  await expect(memberRow(page, eve)).toContainText('Closed')
  await expect.poll(async () => (await accountOf(evesPage)).entitlements.master_course).toBe(false)
  await evesPage.goto(webUrl('/settings'))
  await expect(evesPage.getByRole('region', { name: 'Seats' })).toContainText('Closed')

  // Ada leaves the seat that she started.
  await adasPage.goto(webUrl('/settings'))
  await adasPage.getByRole('button', { name: 'Leave the seat in the Master Course' }).click()
  await expect(adasPage.getByRole('alertdialog')).toContainText('the seat is used up')
  await adasPage.getByRole('button', { name: 'Leave the seat', exact: true }).click()
  await expect(adasPage.getByText('You hold no seat any more.')).toBeVisible()

  await page.reload()
  await expect(members(page).getByText('This member left, or deleted the account. The seat is used up.')).toBeVisible()
  const { data } = await callApi<{ data: Team }>(await tokenOf(page), '/api/team')
  expect(data.purchases[0]).toMatchObject({ seats: 3, usable: 2, refunded_amount: 259_00 })
  expect(responses.filter((text) => text.includes('"purchases"')).length).toBeGreaterThan(3)
  responses.push(...(await readAsBuyer(page, promptId, 'Zebrafish')))
  expect(responses.filter((text) => text.includes('Zebrafish'))).toEqual([])
  await expect(page.getByRole('main')).not.toContainText(secret)
})

test('SEAT-21 an account with an unconfirmed address claims no seat, and is led back to it after the confirmation', async ({
  page,
  browser,
}) => {
  await signIn(page, await createAccount('head'), PASSWORD)
  await buySeats(page, 2)
  await page.getByLabel('Domain', { exact: true }).fill('example.test')
  await page.getByRole('button', { name: 'Make a link' }).click()
  const link = (await page.locator('code').filter({ hasText: '/seats/' }).textContent()) ?? ''

  const email = freshEmail('unconfirmed')
  const member = await (await browser.newContext()).newPage()
  await member.goto(link)
  await expect(member.getByText('Afterward you claim your seat.')).toBeVisible()
  await member.getByRole('link', { name: 'Create an account' }).click()
  await expect(member.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await member.getByLabel('Email', { exact: true }).fill(email)
  await member.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await member.getByRole('button', { name: 'Create account' }).click()
  await member.getByRole('dialog', { name: 'Verify Your Email' }).getByRole('button', { name: 'Got it' }).click()

  // The page, the auth provider and the API refuse.
  await submitSignIn(member, email, PASSWORD)
  await expect(member.getByText('Email not confirmed')).toBeVisible()
  await expect(member.getByText('Please confirm your email before signing in.')).toBeVisible()
  await expect(member.getByRole('button', { name: 'Claim the seat' })).toHaveCount(0)
  const provider = authClient(settingOf('ACADEMY_ANON_KEY')).auth
  expect((await provider.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe('email_not_confirmed')
  const seats = async () => (await callApi<{ data: Team }>(await tokenOf(page), '/api/team')).data.purchases[0]
  expect(await seats()).toMatchObject({ open: 2, taken: [] })

  await member.goto(await linkMailedTo(email, /confirm/i))
  await member.getByRole('button', { name: 'Confirm email address' }).click()
  await member.getByRole('link', { name: 'Sign in' }).click()
  await member.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await member.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(member).toHaveURL(link)
  const welcome = member.getByRole('dialog')
  await welcome.getByLabel('First name').fill('Nora')
  await welcome.getByLabel('Last name').fill('Newcomer')
  await welcome.getByLabel('Job title', { exact: true }).selectOption('Product Designer')
  await welcome.getByRole('button', { name: 'Save and continue' }).click()
  await expect(welcome).toBeHidden()
  await member.getByRole('button', { name: 'Claim the seat' }).click()
  await expect(member.getByText('The Master Course is open to you.')).toBeVisible()
  expect(await seats()).toMatchObject({ open: 1, taken: [{ email, state: 'claimed' }] })
})

test('SEAT-23 the owner of seats shares and changes a prompt, which a member without the Studio reads on the page and in a coding tool', async ({
  page,
  browser,
}) => {
  const [head, ada] = [await createHolder('head', 'studio'), await createAccount('ada')]
  await signIn(page, head, PASSWORD)
  await buySeats(page, 2)
  await page.getByLabel('Domain', { exact: true }).fill('example.test')
  await page.getByRole('button', { name: 'Make a link' }).click()
  const adasPage = await claim(browser, (await page.locator('code').filter({ hasText: '/seats/' }).textContent()) ?? '', ada)
  const tool = await connectTool(ada)
  const teamNames = async () => (await tool.listPrompts()).prompts.map(({ name }) => name).filter((name) => name.startsWith('team-'))
  expect(await teamNames()).toEqual([])
  await adasPage.goto(webUrl('/team/prompts'))
  await expect(adasPage.getByText('No prompt is shared with your team')).toBeVisible()
  await expect(adasPage.getByRole('button', { name: 'Share with the team' })).toHaveCount(0)

  const prompt = { title: 'Review a plan', description: 'Before we build', content: 'Find the gaps in {{plan}}.' }
  await callApi(await tokenOf(page), '/api/prompts', { method: 'POST', body: prompt })
  await page.goto(webUrl('/team/prompts'))
  await page.getByLabel('Prompt', { exact: true }).selectOption(prompt.title)
  await page.getByRole('button', { name: 'Share with the team' }).click()
  await expect(page.getByText('Your team reads this prompt now.')).toBeVisible()
  await page.goto(webUrl('/my-prompts'))
  await page.getByRole('button', { name: `Actions for ${prompt.title}` }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Prompt Content', { exact: true }).fill('Find three gaps in {{plan}}.')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await adasPage.reload()
  const shared = adasPage.getByRole('article', { name: prompt.title })
  await expect(shared).toContainText('Find three gaps in {{plan}}.')
  await expect(shared.getByRole('button', { name: 'Stop sharing' })).toHaveCount(0)
  expect(await teamNames()).toEqual(['team-review-a-plan'])
  const { messages } = await tool.getPrompt({ name: 'team-review-a-plan', arguments: { plan: 'our plan' } })
  expect(messages).toMatchObject([{ content: { text: 'Find three gaps in our plan.' } }])

  await page.goto(webUrl('/team/prompts'))
  await page.getByRole('button', { name: `Stop sharing ${prompt.title}` }).click()
  await expect(page.getByText('Your team no longer reads it.')).toBeVisible()
  expect(await teamNames()).toEqual([])
  await adasPage.reload()
  await expect(adasPage.getByText('No prompt is shared with your team')).toBeVisible()
  await tool.close()
})
