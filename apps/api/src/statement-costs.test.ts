import { hash, randomUUID } from 'node:crypto'
import { giftDays } from '@academy/catalog'
import { weekOf, weeksAfter } from '@academy/contract/mentorship-draw'
import { apiRoleUrl } from '@academy/standins/postgres'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PORTAL_METADATA } from './modules/billing/checkout/open-portal.ts'
import { contentTutorials } from './modules/content/mirror/content.table.ts'
import { recentlyErased, unfinishedErasures } from './modules/privacy/privacy.store.ts'
import { personalTables } from './modules/privacy/table-rules.ts'
import { deliverGifts, remindOfGifts } from './modules/team/gifts.ts'
import { hashToken } from './plugins/auth/token-text.ts'
import { ADMIN_ID } from './testing/build-test-app.ts'
import { endpoints } from './testing/contract-endpoints.ts'
import { costsOfGrowth, logPlans } from './testing/executed-plans.ts'
import { addManyAccounts, GROWING_TABLES, TUTORIALS } from './testing/many-accounts.ts'
import { connectMcp } from './testing/mcp-client.ts'
import { publisher } from './testing/published-pages.ts'
import { startSellingAcademy } from './testing/selling-academy.ts'
import { createTestDatabase, ownerUrlOf } from './testing/test-database.ts'

const ADMIN = 'admin@example.test'
const UNLIMITED = '1000000'
const WAIT = { timeout: 60_000 }

const databaseUrl = await createTestDatabase()
const owner = postgres(ownerUrlOf(databaseUrl), { max: 1, onnotice: () => {} })
afterAll(() => owner.end())
const takePlans = await logPlans(owner)
const academy = await startSellingAcademy({
  mails: true,
  env: {
    DATABASE_URL: apiRoleUrl(databaseUrl),
    ADMIN_EMAIL: ADMIN,
    MENTORSHIP_DRAW: 'true',
    RATE_LIMIT_PUBLIC_PER_MINUTE: UNLIMITED,
    RATE_LIMIT_ACCOUNT_PER_MINUTE: UNLIMITED,
    RATE_LIMIT_SIGN_UP_PER_MINUTE: UNLIMITED,
  },
})
const { app, issuer } = academy

type Response = Awaited<ReturnType<typeof app.inject>>
const measured = new Set<string>()
/** By endpoint or task: its statements that become slower with each account. */
const slowing: Record<string, string[]> = {}
const endpointOf = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint]))

/** Runs a part of the API, and records what its statements cost. */
async function measure<T>(name: string, run: () => Promise<T>): Promise<T> {
  await takePlans()
  const result = await run()
  measured.add(name)
  for (const plan of await takePlans()) {
    const costs = costsOfGrowth(plan, GROWING_TABLES)
    if (costs.length > 0) slowing[name] = [...(slowing[name] ?? []), `${costs.join(', ')}: ${plan.statement}`]
  }
  return result
}

type Call = { headers?: Record<string, string>; payload?: object; query?: string } & Record<string, unknown>

/** Calls an endpoint of the contract, which must succeed. Takes the parameters of its path by their names. */
async function call(name: string, { headers = {}, payload, query = '', ...parameters }: Call = {}): Promise<Response> {
  const endpoint = endpointOf.get(name)
  if (endpoint === undefined) throw new Error(`there is no endpoint ${name}`)
  const url = endpoint.route.path.replace(/:(\w+)/g, (_, parameter: string) => String(parameters[parameter]))
  const sent = payload === undefined ? {} : { payload }
  const response = await measure(name, async () => await app.inject({ method: endpoint.method, url: url + query, headers, ...sent }))
  expect(response.statusCode, `${name} ${response.body}`).toBeLessThan(300)
  return response
}

async function publishContent(): Promise<void> {
  const publish = publisher(app.db)
  const part = { html: '<p>Text</p>', blocks: [] }
  const prompt = { html: '<pre class="code" data-language="text"><code>Follow me.</code></pre>', blocks: [] }
  await publish.course('master-course', { video: 'https://vimeo.com/76979871' })
  await publish.session('first', 'master-course', {
    checkpoint: { project: 'board', files: [{ path: 'board.js', text: 'locked\n' }], size: 7 },
    checks: { checks: [{ check: 'file exists', file: 'board.js', success: 'There.', hint: 'locked', tutorial: 'first' }] },
  })
  await publish.tutorial('tutorial', 'first', { parts: { prompt: prompt.html } })
  await app.db.execute(sql`
    insert into ${contentTutorials}
    select (jsonb_populate_record(one, jsonb_build_object('notion_page_id', md5(n::text), 'public_id', 'tutorial-' || n))).*
    from ${contentTutorials} one, generate_series(0, ${TUTORIALS - 1}::int) n`)
  await publish.resources(100)
  await publish.resource('resource', { parts: { prerequisite: part, prompt, code_sample: part, additional_instructions: part } })
  await publish.tutorial('free', 'first', { free: true })
}

async function newAccount() {
  const user = issuer.addUser({ email: `${randomUUID().slice(0, 8)}@example.test` })
  const account = await academy.buyer(user)
  return { ...account, payload: { user_id: user.id, email: user.email } }
}
type NewAccount = Awaited<ReturnType<typeof newAccount>>

/** Delivers the events of Stripe since the last call. */
const delivered = new Set<string>()
async function deliverEvents(): Promise<void> {
  for (const event of await academy.events()) {
    if (delivered.has(event.id)) continue
    delivered.add(event.id)
    expect((await measure('webhook of Stripe', async () => await academy.deliver(event))).statusCode).toBe(200)
  }
}

async function buy({ headers, pays }: NewAccount, choice: object): Promise<string> {
  const urls = { successUrl: 'http://localhost:3000/dashboard', cancelUrl: 'http://localhost:3000/dashboard' }
  const { url } = (await call('billing.checkout', { headers, payload: { currency: 'eur', ...urls, ...choice } })).json()
  const session = academy.sessionOf(url)
  await pays(session)
  await deliverEvents()
  return session
}

async function useAccount(account: NewAccount): Promise<void> {
  const { headers } = account
  await call('accounts.create', { payload: account.payload })
  await call('accounts.context', { headers })
  await call('mailings.choose', { headers, payload: { kinds: ['stopped', 'new_prompts'], via: 'settings' } })
  await call('accounts.updateProfile', { headers, payload: { first_name: 'Ada', last_name: 'Lovelace', job_title: 'Product Manager' } })
  await buy(account, { bundle: true })
  await call('accounts.context', { headers })
  await call('billing.portal', { headers, payload: { customer: await account.customer(), returnUrl: 'http://localhost:3000/settings' } })
}

async function refundPurchase(): Promise<NewAccount> {
  const account = await newAccount()
  await call('accounts.create', { payload: account.payload })
  const purchase_id = await buy(account, { masterCourse: true })
  await call('billing.refund', { headers: account.headers, payload: { purchase_id } })
  await deliverEvents()
  return account
}

async function learn({ id, headers }: NewAccount): Promise<void> {
  await call('courses.course', { headers, courseId: 'master-course' })
  await call('courses.courseVideo', { headers, courseId: 'master-course' })
  await call('courses.session', { headers, sessionId: 'first' })
  await call('courses.sessionCheckpoint', { headers, sessionId: 'first' })
  await call('courses.sessionChecks', { headers, sessionId: 'first' })
  await call('courses.sessionTutorials', { headers, sessionId: 'first' })
  await call('courses.tutorialContent', { headers, tutorialId: 'tutorial' })
  await call('publicContent.course', { courseId: 'master-course' })
  await call('publicContent.news', { courseId: 'master-course' })
  await call('publicContent.tutorial', { tutorialId: 'free' })
  await call('publicContent.freeTutorialContent', { tutorialId: 'free' })
  const at = new Date().toISOString()
  await call('learning.saveCheckResult', { headers, sessionId: 'first', payload: { at, digest: 'a'.repeat(64), passed: [true] } })
  await call('learning.saveVideoPosition', { headers, tutorialId: 'tutorial', payload: { at, seconds: 5 } })
  await owner`insert into tutorial_progress (account_id, tutorial_id, started_at, updated_at, done)
    select ${id}, public_id, now(), now(), true from content_tutorials where public_id <> 'tutorial'`
  await call('learning.saveProgress', {
    headers,
    tutorialId: 'tutorial',
    payload: { at, done: true, place: { step: 1, headings: ['Plan'] } },
  })
  await call('learning.recordCopy', { headers, kind: 'tutorial', id: 'tutorial' })
  await call('learning.progress', { headers, courseId: 'master-course' })
  const [certificate] = (await call('certificates.list', { headers })).json()
  const certificateId = certificate.id
  await call('certificates.setVisibility', { headers, certificateId, payload: { hidden: true } })
  await call('certificates.setVisibility', { headers, certificateId, payload: { hidden: false } })
  await call('certificates.reissue', { headers, certificateId, payload: {} })
  await call('certificates.verify', { certificateId })
  await call('certificates.saveReview', { headers, certificateId, payload: { text: 'It worked.', with_name: true } })
  await call('publicContent.proof', {})
  await call('publicContent.reviews', {})
  await call('notes.save', { headers, tutorialId: 'tutorial', payload: { text: 'A note', updated_at: null } })
  await call('notes.get', { headers, tutorialId: 'tutorial' })
  const { text_hash } = (await call('answers.get', { headers, tutorialId: 'tutorial' })).json().data
  await call('answers.save', { headers, tutorialId: 'tutorial', payload: { worked: false, text: 'It stopped.', text_hash } })
}

async function takePartInDraw({ headers, id }: NewAccount): Promise<void> {
  const week = weeksAfter(weekOf(Date.now()), 1)
  await call('mentorship.register', { headers, week })
  await app.sql`insert into mentorship_registrations (account_id, week, code) values (${id}, ${weekOf(Date.now())}, 'code')`
  await measure('draw', () => app.mentorshipDraws.run())
  await app.sql`insert into mentorship_places (week, place, account_id, session, starts_at, answer_by)
    values (${week}, 1, ${id}, 1, now() + interval '1 day', now() + interval '1 day')`
  await call('mentorship.answer', { headers, week, payload: { answer: 'accepted' } })
  await call('mentorship.answer', { headers, week, payload: { answer: 'passed' } })
  await call('mentorship.renewCalendar', { headers })
  const { calendar_url } = (await call('mentorship.get', { headers })).json().data
  await measure('calendar', () => app.inject({ url: new URL(calendar_url).pathname }))
  await call('mentorship.draw', { week: weekOf(Date.now()) })
}

async function buySeats({ headers, buysSeats }: NewAccount): Promise<void> {
  const purchase_id = await buysSeats(3)
  await call('team.invite', { headers, payload: { purchase_id, emails: ['ada@example.test'] } })
  const { url } = (await call('team.link', { headers, payload: { purchase_id, domain: 'example.test' } })).json().data
  const member = await newAccount()
  await call('team.prompts', { headers })
  await call('team.claim', { headers: member.headers, payload: { code: new URL(url).pathname.split('/').at(-1) } })
  const [bought] = (await call('team.get', { headers })).json().data.purchases
  await call('team.refund', { headers, payload: { purchase_id, seats: 1 } })
  for (const { id: seatId } of bought.taken) await call('team.remove', { headers, seatId })
}

async function buyGift({ id, headers, buys, customer }: NewAccount): Promise<void> {
  const gift = { email: 'ada@example.test', message: 'For you', deliver_on: giftDays(new Date()).last }
  const purchase_id = await buys({ masterCourse: true, gift })
  await app.payments?.sync(await customer())
  await call('team.changeGift', { headers, payload: { purchase_id, gift } })
  const code = 'g'.repeat(43)
  await app.sql`insert into seats (id, purchase_id, code_hash) values (${id}, ${purchase_id}, ${hashToken(code)})`
  await call('team.findGift', { headers, payload: { code } })
  await measure('gifts', async () => {
    await deliverGifts(app.db)
    await remindOfGifts(app.db)
  })
}

async function useLibrary({ headers }: NewAccount): Promise<void> {
  for (const part of ['properties', 'content', 'prerequisite', 'prompt', 'codeSample', 'additionalInstructions', 'relatedResources'])
    await call(`library.${part}`, { headers, id: 'resource' })
  await call('library.saveVote', { headers, id: 'resource', payload: { worked: true } })
  await call('library.vote', { headers, id: 'resource' })
  const { id } = (await call('prompts.copy', { headers, payload: { kind: 'tutorial', id: 'tutorial', prompt: '' } })).json()
  await call('prompts.origin', { headers, id })
  const texts = { title: 'Title', description: 'Description', content: 'Content' }
  const created = (await call('prompts.create', { headers, payload: texts })).json()
  await call('prompts.get', { headers, id: created.id })
  await call('prompts.update', { headers, id: created.id, payload: { ...texts, content: 'Changed' } })
  await call('prompts.favourite', { headers, id: created.id, payload: { favourite: true } })
  await call('team.sharePrompt', { headers, id: created.id, payload: { shared: false } })
  const [version] = (await call('prompts.versions', { headers, id: created.id })).json()
  await call('prompts.version', { headers, id: created.id, versionId: version.id })
  for (const kind of ['', '&kind=own_prompt', '&kind=course', '&kind=resource'])
    await call('search.search', { headers, query: `?q=title${kind}` })
  await call('search.search', { headers, query: '?q=unfindable' })
  await call('prompts.remove', { headers, id: created.id })
}

async function connectProgram({ headers }: NewAccount): Promise<void> {
  await measure('programs', async () => {
    const redirect_uri = 'http://127.0.0.1/a'
    const { client_id } = (await app.inject({ method: 'POST', url: '/oauth/register', payload: { redirect_uris: [redirect_uri] } })).json()
    const code_verifier = 'a'.repeat(43)
    const code_challenge = hash('sha256', code_verifier, 'base64url')
    const query = { client_id, redirect_uri, response_type: 'code', code_challenge, code_challenge_method: 'S256' }
    const asked = await app.inject({ url: '/oauth/authorize', query })
    const requestId = new URL(String(asked.headers.location)).searchParams.get('request')
    await call('programs.get', { headers, requestId })
    const { location } = (await call('programs.decide', { headers, requestId, payload: { approve: true } })).json()
    const cookie = [asked.headers['set-cookie']]
      .flat()
      .map((set) => String(set).split(';')[0])
      .join('; ')
    const { pathname, search } = new URL(location)
    const back = await app.inject({ url: pathname + search, headers: { cookie } })
    const exchange = async (fields: Record<string, string>) => {
      const payload = new URLSearchParams({ client_id, ...fields }).toString()
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      const response = await app.inject({ method: 'POST', url: '/oauth/token', headers: type, payload })
      expect(response.statusCode).toBe(200)
      return response.json()
    }
    const code = new URL(String(back.headers.location)).searchParams.get('code') ?? ''
    const { refresh_token } = await exchange({ grant_type: 'authorization_code', code, code_verifier, redirect_uri })
    const { access_token } = await exchange({ grant_type: 'refresh_token', refresh_token })
    const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const payload = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const authorization = `Bearer ${access_token}`
    expect((await app.inject({ method: 'POST', url: '/mcp', headers: { ...json, authorization }, payload })).statusCode).toBe(200)
  })
}

async function useTokens({ headers }: NewAccount): Promise<void> {
  const payload = { name: 'vca', scopes: ['content:read', 'prompts:read', 'prompts:write', 'progress:write'] }
  const { device_code, user_code } = (await call('deviceLogins.start', { payload })).json()
  await call('deviceLogins.poll', { payload: { device_code } })
  await call('deviceLogins.get', { headers, userCode: user_code })
  await call('deviceLogins.decide', { headers, userCode: user_code, payload: { approve: true } })
  await call('deviceLogins.poll', { payload: { device_code } })
  const { token } = (await call('tokens.create', { headers, payload: { ...payload, expires_in_days: 30 } })).json()
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  await measure('coding tools', async () => {
    const client = await connectMcp(url, token)
    for (const { name, inputSchema } of (await client.listTools()).tools) {
      const names = Object.keys(inputSchema.properties ?? {})
      const values: Record<string, string> = {
        id: 'tutorial',
        query: 'title',
        title: 'Title',
        description: 'Description',
        content: 'Content',
      }
      await client.callTool({ name, arguments: Object.fromEntries(names.flatMap((key) => (values[key] ? [[key, values[key]]] : []))) })
    }
    await client.listPrompts()
    await client.listResources()
    await client.close()
    // Saved a moment later.
    await vi.waitUntil(async () => (await owner`select from personal_access_tokens where last_used_at is not null`).length === 1, WAIT)
  })
  const [listed] = (await call('tokens.list', { headers })).json().tokens
  await call('tokens.revoke', { headers, tokenId: listed.id })
  await call('tokens.revokeAll', { headers })
}

async function withdrawAndCancel({ email }: NewAccount): Promise<void> {
  const id = randomUUID()
  await call('withdrawals.declare', { payload: { id, name: 'Ada', email, offer: 'studio' } })
  await call('withdrawals.requestCancellation', { payload: { email } })
  await measure('mails', () => app.retryCancellationsAndMails())
  const mail = (await academy.mailsTo(email)).find(({ subject }) => subject.startsWith('Cancel your'))
  const token = /#token=([\w-]{43})$/.exec(mail?.links[0] ?? '')?.[1] ?? ''
  await call('withdrawals.readCancellation', { payload: { token } })
  await call('withdrawals.confirmCancellation', { payload: { token } })
  await measure('mails', () => app.retryCancellationsAndMails())
  await deliverEvents()
}

async function waitForCourse({ email }: NewAccount): Promise<void> {
  await app.sql`update content_courses set opens_on = current_date + 7 where public_id = 'master-course'`
  await app.sql`select pg_notify('content_published', '')`
  const join = async () => await app.inject({ method: 'POST', url: '/api/public/courses/master-course/waiting-list', payload: { email } })
  await vi.waitUntil(async () => (await join()).statusCode === 202, WAIT)
  await call('waitingList.join', { courseId: 'master-course', payload: { email: `other-${email}` } })
  await app.sql`update content_courses set opens_on = null where public_id = 'master-course'`
  await app.sql`select pg_notify('content_published', '')`
  await app.sql`update waiting_list set confirmed_at = now() where email = ${email.toLowerCase()}`
  await measure('mails', () => app.outbox.run())
}

async function administrate({ id: accountId, email }: NewAccount): Promise<void> {
  const headers = await academy.signIn({ id: ADMIN_ID, email: ADMIN })
  const reason = 'A test'
  for (const text of ['', 'First1', 'learner-77', email, accountId, 'cus_many_5', 'pi_month_5', 'in_many_unknown'])
    await call('adminAccounts.search', { headers, query: `?q=${text}` })
  await call('adminAccounts.details', { headers, accountId })
  await call('adminAccounts.grant', { headers, accountId, payload: { package: 'studio', reason, expires_at: null } })
  await call('adminAccounts.revoke', { headers, accountId, payload: { package: 'studio', reason } })
  await call('adminAccounts.bundleDeal', { headers, accountId, payload: { hidden: true, reason } })
  await call('adminAccounts.sync', { headers, accountId, payload: {} })
  await call('adminAccounts.paymentIssues', { headers })
  await call('adminAccounts.dismiss', { headers, customerId: 'cus_other_1', payload: { reason } })
  const [certificate] = (await call('certificates.ofAccount', { headers, accountId })).json()
  await call('certificates.revoke', { headers, certificateId: certificate.id, payload: { reason } })
  const reviews = (await call('reviews.list', { headers })).json().data
  const { certificate_id: certificateId, written_at } = reviews[0]
  await call('reviews.approve', { headers, certificateId, payload: { approved: true, written_at } })
  await call('answers.list', { headers })
  await call('answers.versions', { headers, tutorialId: 'tutorial-5' })
  await call('figures.sales', { headers })
  await call('figures.funnel', { headers })
  await call('figures.learning', { headers })
  await call('library.toCheck', { headers })
  await call('content.state', { headers })
  await nameSeatOwner(headers)
  await administrateWebhooks(headers)
  const [withdrawal] = (await call('withdrawals.list', { headers })).json().data.withdrawals
  await call('withdrawals.settle', { headers, withdrawalId: withdrawal.id, payload: { reason } })
}

async function nameSeatOwner(headers: Record<string, string>): Promise<void> {
  const [buyer, next] = [await newAccount(), await newAccount()]
  await next.context()
  const purchaseId = await buyer.buysSeats(2)
  await owner`insert into erased_accounts (account_id, asked_by) values (${buyer.id}, 'account')`
  await call('team.unowned', { headers })
  await call('team.nameOwner', { headers, purchaseId, payload: { email: next.email, reason: 'A test' } })
}

async function administrateWebhooks(headers: Record<string, string>): Promise<void> {
  const payload = { url: 'https://hooks.example.com/', events: ['account.erased', 'purchase.paid'] }
  const { webhook } = (await call('webhooks.create', { headers, payload })).json().data
  const webhookId = webhook.id
  await call('webhooks.change', { headers, webhookId, payload: { ...payload, paused: true, replay_from: 1 } })
  await call('webhooks.rotate', { headers, webhookId })
  await call('webhooks.list', { headers })
  await call('webhooks.attempts', { headers, webhookId })
  await call('webhooks.change', { headers, webhookId, payload: { ...payload, paused: false } })
  await measure('webhooks', () => app.webhookSender.run())
  await call('webhooks.remove', { headers, webhookId })
}

/** Calls the further endpoints that users read without a parameter. */
async function readOthers({ headers }: NewAccount): Promise<void> {
  for (const { name, method, route, auth } of endpoints)
    if (method === 'GET' && auth !== 'admin' && !route.path.includes(':') && !measured.has(name)) await call(name, { headers })
}

beforeAll(async () => {
  await publishContent()
  await academy.stripe.billingPortal.configurations.create({ features: { invoice_history: { enabled: true } }, metadata: PORTAL_METADATA })
  await addManyAccounts(ownerUrlOf(databaseUrl))
  const account = await newAccount()
  await useAccount(account)
  const refunded = await refundPurchase()
  await learn(account)
  await useLibrary(account)
  await takePartInDraw(account)
  await buySeats(await newAccount())
  await buyGift(await newAccount())
  await useTokens(account)
  await connectProgram(account)
  await readOthers(account)
  await withdrawAndCancel(account)
  await waitForCourse(account)
  await administrate(account)
  await owner`update mail_consents set next_look_at = now() where account_id = ${account.id}`
  await owner`update tutorial_progress set updated_at = now() - interval '8 days', done = tutorial_id <> 'tutorial'
    where account_id = ${account.id}`
  await measure('mails by consent', async () => {
    await app.mailingSender.run()
    await app.outbox.run()
  })
  await measure('reconciling', () => app.reconcilePayments())
  await measure('erasures', async () => [await recentlyErased(app.db), await unfinishedErasures(app.db)])
  await call('privacy.eraseAccount', { headers: refunded.headers, payload: { email: refunded.email } })
})

test('every table about accounts has many rows', () => {
  expect(personalTables.map(([name]) => name).filter((name) => !GROWING_TABLES.includes(name))).toEqual([])
})

/** They read Notion, which this academy is not connected to. */
const NOT_CALLED = ['content.sync', 'content.confirm', 'content.preview']

test('every endpoint of the contract was called', () => {
  expect(endpoints.map(({ name }) => name).filter((name) => !measured.has(name))).toEqual(NOT_CALLED)
})

/** They add up all rows of a table, for pages that the administrator rarely opens. */
const READING_ALL = ['answers.list', 'answers.versions', 'figures.funnel', 'figures.learning', 'figures.sales', 'library.toCheck']

test('performance: no statement becomes slower with each account', () => {
  const others = Object.entries(slowing).filter(([name]) => !READING_ALL.includes(name))
  expect(others).toEqual([])
})
