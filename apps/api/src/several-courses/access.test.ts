import { type CourseId, PACKAGES } from '@academy/catalog'
import { expect, test } from 'vitest'
import { startListeningAcademy } from '../testing/listening-academy.ts'
import { connectMcp } from '../testing/mcp-client.ts'
import { recordFacts } from '../testing/record-facts.ts'

const ADMIN = 'admin@example.test'
const TITLES = { master_course: 'Master Course', data_course: 'Data for Product Managers', third_course: 'Third Time' }
const COURSES = Object.keys(TITLES) as (keyof typeof TITLES)[]
type Course = (typeof COURSES)[number]
/** A word of the paid content of each course; so different that no search takes one for a misspelling of another. */
const SECRETS = { master_course: 'alphabrook', data_course: 'quillmarsh', third_course: 'zephyrlane' }

const academy = await startListeningAcademy({ ADMIN_EMAIL: ADMIN, WEB_ORIGIN: 'https://academy.example.test' })
const { app, publish, signIn } = academy
for (const product of COURSES) {
  if (product !== 'master_course') await publish.course(product, { name: TITLES[product], product: product as CourseId })
  const course = product === 'master_course' ? 'master-course' : product
  await publish.session(`${product}-session`, course, {
    checkpoint: { project: 'board', files: [{ path: 'board.js', text: `${SECRETS[product]}\n` }], size: 11 },
    checks: {
      checks: [{ check: 'file exists', file: 'board.js', success: 'There.', hint: SECRETS[product], tutorial: `${product}-paid` }],
    },
  })
  const words = `<pre><code>${SECRETS[product]} words</code></pre>`
  await publish.tutorial(`${product}-free`, `${product}-session`, { position: 1, free: true, name: `Free of ${product}` })
  await publish.tutorial(`${product}-paid`, `${product}-session`, { position: 2, name: `Paid of ${product}`, parts: { prompt: words } })
  await publish.tutorial(`${product}-vip`, `${product}-session`, { position: 3, vip: true, parts: { prompt: words } })
}

type Holder = { name: string; packages: readonly string[]; opens: readonly Course[]; isVip?: boolean; isAdmin?: boolean }
const HOLDERS: Holder[] = [
  { name: 'nothing', packages: [], opens: [] },
  ...COURSES.map((course): Holder => ({ name: course, packages: [course], opens: [course] })),
  { name: 'two courses', packages: ['data_course', 'third_course'], opens: ['data_course', 'third_course'] },
  { name: 'the Studio', packages: ['studio'], opens: [] },
  { name: 'VIP access', packages: ['vip'], opens: [], isVip: true },
  { name: 'the Studio and a course', packages: ['studio', 'third_course'], opens: ['third_course'] },
  { name: 'the role of the administrator', packages: [], opens: COURSES, isAdmin: true },
]

async function headersOf({ packages, isAdmin }: Holder) {
  if (isAdmin) return { account: await signIn({ email: ADMIN }), token: undefined }
  const account = await academy.newAccount({ packages: [...packages] })
  return { account: await signIn(account), token: account.token }
}

const NOW = new Date().toISOString()
/** Every endpoint that serves or accepts what belongs to the paid content of a course. */
const ENDPOINTS: [name: string, method: 'GET' | 'PUT', path: string, payload?: object][] = [
  ['a paid tutorial', 'GET', 'tutorials/:course-paid/content'],
  ['the project', 'GET', 'sessions/:course-session/checkpoint'],
  ['the checks', 'GET', 'sessions/:course-session/checks'],
  ['an answer', 'GET', 'tutorials/:course-paid/answer'],
  ['a new note', 'PUT', 'tutorials/:course-paid/note', { text: 'mine', updated_at: null }],
  ['the progress', 'PUT', 'tutorials/:course-paid/progress', { at: NOW }],
  ['the position in the video', 'PUT', 'tutorials/:course-paid/video-position', { at: NOW, seconds: 1 }],
]

test.each(HOLDERS)('COURSES-04 $name opens exactly its courses', async (holder) => {
  const { account, token } = await headersOf(holder)
  const bearers = [account, ...(token === undefined ? [] : [{ authorization: `Bearer ${token}` }])]
  const call = (headers: object, method: 'GET' | 'PUT', path: string, payload?: object) =>
    app.inject({ method, url: `/api/${path}`, headers: { ...headers }, ...(payload && { payload }) })
  for (const course of COURSES) {
    const isOpen = holder.opens.includes(course)
    const refusal = { code: 'entitlement_required', error: expect.stringContaining(TITLES[course]) }
    for (const [name, method, path, payload] of ENDPOINTS) {
      for (const [index, headers] of bearers.entries()) {
        const isSessionOnly = index === 1 && ['an answer', 'a new note'].includes(name)
        const response = await call(headers, method, path.replace(':course', course), payload)
        const where = `${name} of ${course}, ${index === 0 ? 'session' : 'token'}`
        if (isSessionOnly) expect([where, response.statusCode]).toEqual([where, 403])
        else expect([where, response.statusCode], response.body).toEqual([where, isOpen ? 200 : 403])
        if (!isOpen && !isSessionOnly) expect(response.json(), where).toMatchObject(refusal)
      }
    }
    for (const headers of bearers) {
      expect((await call(headers, 'GET', `tutorials/${course}-free/content`)).statusCode).toBe(200)
      expect((await call(headers, 'GET', `tutorials/${course}-vip/content`)).statusCode).toBe(isOpen || holder.isVip ? 200 : 403)
    }
    const search = await call(account, 'GET', `search?q=${SECRETS[course]}`)
    expect([course, search.body.includes('words')]).toEqual([course, isOpen || holder.isVip === true])
    expect((await call(account, 'GET', `search?q=paid%20of%20${course}`)).json().results).toContainEqual(
      expect.objectContaining({ id: `${course}-paid`, locked: !isOpen, course_id: course === 'master_course' ? 'master-course' : course }),
    )
  }
  const listed = (await call(account, 'GET', 'courses')).json().data as { id: string; product: Course; state: string }[]
  expect(listed.map(({ id, product, state }) => [id, product, state])).toEqual(
    COURSES.map((course) => [course.replace('master_course', 'master-course'), course, holder.opens.includes(course) ? 'open' : 'locked']),
  )
  const { entitlements } = (await call(account, 'GET', 'accounts/context')).json().data
  expect(COURSES.filter((course) => entitlements[course])).toEqual(holder.opens)
})

test('COURSES-04 visitors read what is free of each course, and nothing else', async () => {
  for (const course of COURSES) {
    const read = (tutorial: string) => app.inject(`/api/public/tutorials/${course}-${tutorial}/content`)
    expect((await read('free')).statusCode).toBe(200)
    for (const locked of [await read('paid'), await read('vip')]) {
      expect(locked.statusCode).toBe(403)
      expect(locked.body).toContain(TITLES[course])
    }
  }
})

test('COURSES-20 visitors read the outline of each course, with the others in their order', async () => {
  const courses = COURSES.map((course) => course.replace('master_course', 'master-course'))
  for (const [index, id] of courses.entries()) {
    const { product, opens_on, others } = (await app.inject(`/api/public/courses/${id}`)).json().data
    expect([product, opens_on]).toEqual([COURSES[index], null])
    expect(others.map((other: { id: string }) => other.id)).toEqual(courses.filter((course) => course !== id))
    expect(others).toContainEqual(expect.objectContaining({ opens_on: null, name: expect.stringMatching(/Master|Second|Third/) }))
  }
})

test('COURSES-05 lists the sessions of one course; without a parameter those of the Master Course', async () => {
  const headers = await signIn()
  const sessions = async (query: string) => {
    const response = await app.inject({ url: `/api/sessions${query}`, headers })
    return response.statusCode === 200 ? response.json().data.map(({ id }: { id: string }) => id) : response.statusCode
  }
  expect(await sessions('')).toEqual(await sessions('?course=master-course'))
  expect(await sessions('')).toEqual(expect.arrayContaining(['beginnings', 'master_course-session']))
  expect(await sessions('?course=third_course')).toEqual(['third_course-session'])
  expect(await sessions('?course=unknown')).toEqual([])
})

test('COURSES-01 every package of a course can be granted, and its entitlement has the reason', async () => {
  expect(PACKAGES).toEqual(['master_course', 'data_course', 'third_course', 'studio', 'vip'])
  const { id } = await academy.newAccount({ packages: ['data_course'] })
  const details = (await app.inject({ url: `/api/admin/accounts/${id}`, headers: await signIn({ email: ADMIN }) })).json().data
  const held = details.entitlements.filter(({ held }: { held: boolean }) => held)
  expect(held.map(({ entitlement }: { entitlement: string }) => entitlement)).toEqual(['slack_standard', 'data_course'])
  expect(held[1].reasons).toMatchObject([
    { kind: 'grant', holds: true, text: expect.stringContaining('Data for Product Managers was granted') },
  ])
})

const buyer = async (...offers: Course[]) => {
  const account = await academy.newAccount()
  for (const offer of offers)
    await recordFacts(app.db, account.id).purchase({ offer: offer as CourseId, charge_id: `ch_${account.id}_${offer}` })
  const headers = await signIn(account)
  const read = async (tutorial: string, start = true) =>
    (await app.inject({ url: `/api/tutorials/${tutorial}/content?start=${start}`, headers })).statusCode
  return { ...account, headers, read }
}

test('COURSES-06 paid content ends the guarantee of its own course alone', async () => {
  const ada = await buyer('master_course', 'data_course')
  await expect.poll(() => ada.read('data_course-paid', false)).toBe(409)
  expect(await ada.read('master_course-paid', false)).toBe(409)
  expect(await ada.read('data_course-paid')).toBe(200)
  expect(await ada.read('data_course-vip', false)).toBe(200)
  expect(await ada.read('master_course-paid', false), 'the guarantee of the other course is open').toBe(409)
  expect(await ada.read('master_course-paid')).toBe(200)
  const starts = await app.sql`select product, tutorial_id from course_starts where account_id = ${ada.id} order by product`
  expect([...starts]).toEqual([
    { product: 'data_course', tutorial_id: 'data_course-paid' },
    { product: 'master_course', tutorial_id: 'master_course-paid' },
  ])
  const list = (await app.inject({ url: '/api/courses', headers: ada.headers })).json().data
  expect(list.map(({ next_guarantee }: { next_guarantee: string }) => next_guarantee)).toEqual(['started', 'started', 'offered'])
})

test('COURSES-06 a search quotes no course whose guarantee is open', async () => {
  const ada = await buyer('data_course', 'third_course')
  await expect.poll(() => ada.read('data_course-paid')).toBe(200)
  const quotes = async (course: Course) =>
    (await app.inject({ url: `/api/search?q=${SECRETS[course]}`, headers: ada.headers })).body.includes('words')
  expect([await quotes('data_course'), await quotes('third_course')]).toEqual([true, false])
})

test('COURSES-07 a certificate needs all tutorials of its own course, and that course', async () => {
  const ada = await academy.newAccount({ packages: ['data_course'] })
  const headers = await signIn(ada)
  await app.sql`update accounts set first_name = 'Ada', last_name = 'Lovelace' where account_id = ${ada.id}`
  for (const tutorial of ['free', 'paid', 'vip'].map((name) => `data_course-${name}`)) {
    await app.inject({ url: `/api/tutorials/${tutorial}/content`, headers })
    const payload = { at: new Date().toISOString(), done: true }
    await app.inject({ method: 'PUT', url: `/api/tutorials/${tutorial}/progress`, headers, payload })
  }
  const certificates = async () => (await app.inject({ url: '/api/certificates', headers })).json()
  expect(await certificates()).toMatchObject([{ course: 'Data for Product Managers', course_id: 'data_course', state: 'valid' }])
  await app.sql`update grants set revoked_at = now(), revoked_by = 'ada', revoke_reason = 'a test' where account_id = ${ada.id}`
  await recordFacts(app.db, ada.id).purchase({ offer: 'master_course' })
  expect(await certificates()).toMatchObject([{ course_id: 'data_course', state: 'course_lost' }])
})

test('COURSES-11 coding tools list the tutorials of all courses with their pages, and quote no locked one', async () => {
  const { token } = await academy.newAccount({ packages: ['third_course'] })
  const client = await connectMcp(academy.url, token)
  const text = async (name: string, args: Record<string, unknown>) => JSON.stringify(await client.callTool({ name, arguments: args }))
  expect(await text('get_tutorial', { id: 'third_course-paid' })).toContain('zephyrlane words')
  const refused = await text('get_tutorial', { id: 'data_course-paid' })
  expect(refused).not.toContain('words')
  expect(refused).toMatch(
    /part of Data for Product Managers.*Data for Product Managers costs €79 or \$89 \(with the Studio €63 or \$71\).*courses/,
  )
  for (const course of ['data_course', 'master_course'] as const)
    expect(await text('search_course', { query: SECRETS[course] })).not.toContain('words')
  const { resources } = await client.listResources()
  const pages = JSON.stringify(resources)
  for (const course of COURSES) expect(pages).toContain(`${course}-free`)
  await text('mark_done', { id: 'third_course-free' })
  expect(await text('current_tutorial', {})).toContain(
    'https://academy.example.test/courses/third_course/sessions/third_course-session/tutorials/',
  )
  await client.close()
})

test('COURSES-20 tutorials that were written below a draft are new when their course is published', async () => {
  const publishedOn = '2099-01-02T10:00:00.000Z'
  await app.sql`update content_courses set published_at = ${publishedOn} where public_id = 'data_course'`
  // readers load the courses again
  await publish.course('data_course', { name: TITLES.data_course, product: 'data_course' as CourseId, description: 'Ready.' })
  const daysOf = async (course: string): Promise<string[]> =>
    (await app.inject(`/api/public/courses/${course}/news`)).json().data.map(({ published_at }: { published_at: string }) => published_at)
  await expect.poll(() => daysOf('data_course')).toEqual([publishedOn, publishedOn, publishedOn])
  expect(await daysOf('third_course')).not.toContain(publishedOn)
})
