import { CURRENCIES } from '@academy/catalog'
import type { PublicCourse } from '@academy/contract'
import { expect, test } from 'vitest'
import { findPage } from '../app/public-site/entry-server.tsx'
import { sampleSessions } from '../testing/mock-course.ts'
import { sampleContent, samplePublicTutorial, sampleSession, sampleTutorial } from '../testing/samples.ts'

const library = { resources: 0, samples: [] }
const described = { name: 'Data for Product Managers', text: 'For those who go on.' }
const more = [
  { ...described, id: 'second', opens_on: null },
  { id: 'third', name: 'Third Time', text: 'Later.', opens_on: '2126-12-14' },
]
const tutorials = [sampleTutorial('again', { name: 'Again', free: true }), sampleTutorial('more', { name: 'And more', free: true })]
const published: Record<string, PublicCourse> = {
  'master-course': {
    ...{ id: 'master-course', name: 'Master Course', description: 'What it teaches.', product: 'master_course', opens_on: null },
    ...{ others: more, sessions: sampleSessions, library },
  },
  second: {
    ...{
      id: 'second',
      name: 'Data for Product Managers',
      description: 'For those who go on.\n\nMuch more.',
      product: 'data_course',
      opens_on: null,
    },
    ...{ others: [], sessions: [sampleSession(1, { id: 'next', name: 'Go on', tutorials })], library },
  },
  third: {
    ...{ id: 'third', name: 'Third Time', description: 'Later.', product: 'third_course', opens_on: '2126-12-14' },
    ...{ others: [], sessions: [sampleSession(1, { id: 'far', name: 'Far', tutorials: [sampleTutorial('away')] })], library },
  },
}
const item = (kind: 'tutorial' | 'resource', id: string, day: string) => ({
  ...{ kind, id, name: id, description: '', free: false, session_id: kind === 'tutorial' ? 'session' : null },
  ...{ published_at: '2026-11-01T10:00:00.000Z', updated_at: `2026-11-${day}T10:00:00.000Z` },
})
const news: Record<string, object[]> = {
  'master-course': [item('tutorial', 'old', '10'), item('resource', 'sample', '05')],
  second: [item('tutorial', 'new', '20'), item('resource', 'sample', '05')],
}

const load = async (path: string) => {
  const [, id = '', rest] = /^\/api\/public\/courses\/([^/]+)(\/news)?$/.exec(path) ?? []
  const found = rest ? news[id] : published[id]
  if (found) return { data: found }
  const course = { id: 'second', name: 'Data for Product Managers' }
  if (path === '/api/public/tutorials/again') return { data: samplePublicTutorial({ id: 'again', free: true, course }) }
  return path === '/api/public/tutorials/again/content' ? { data: sampleContent() } : undefined
}
const options = { load, appHtml: '<html><head></head><body></body></html>', stylesheets: [], origin: 'https://academy.example' }
const page = async (path: string) => await findPage(path)?.(options)
async function documentAt(path: string): Promise<Document> {
  const found = await page(path)
  if (found?.kind !== 'html' || found.status !== 200) throw new Error(`${path} is not a page`)
  return new DOMParser().parseFromString(found.html, 'text/html')
}
async function textAt(path: string): Promise<string> {
  const found = await page(path)
  if (found?.kind !== 'text') throw new Error(`${path} is not a text`)
  return found.text
}
const linksOf = (element: ParentNode | null | undefined) =>
  [...(element?.querySelectorAll('a') ?? [])].map((link) => [link.textContent, link.getAttribute('href')])

test('COURSES-20 the welcome page leads to the other courses, with the day of one that opens later, and sells none of them', async () => {
  const { body, head } = await documentAt('/welcome')
  const section = [...body.querySelectorAll('section')].find((element) => element.querySelector('h2')?.textContent === 'More courses')
  expect(section?.textContent).toContain('Opens on December 14')
  expect(linksOf(section)).toEqual([
    ['Look insideLook inside: Data for Product Managers', '/welcome/second'],
    ['See what is comingSee what is coming: Third Time', '/welcome/third'],
  ])
  expect(body.querySelector('#prices')?.textContent).not.toMatch(/Data for Product Managers|Third Time/)
  expect(head.querySelector('script[type="application/ld+json"]')?.textContent).not.toContain('Data for Product Managers')
})

test('COURSES-13 the discount of the Studio on new courses is no longer planned once a course has it', async () => {
  const prices = (await documentAt('/welcome')).body.querySelector('#prices')?.textContent
  expect(prices).toContain('Discounts on new courses')
  expect(prices).not.toContain('Discounts on new courses (planned)')
})

test('COURSES-20 the page of an open course has its outline, prices and free tutorial, and the sign-up leads back to the course', async () => {
  const { body, head } = await documentAt('/welcome/second')
  expect(body.querySelector('h1')?.textContent).toBe('Data for Product Managers')
  for (const text of ['€79 or $89', ', paid once', 'With Vibe Coding Studio: €63 or $71', 'Go on', 'Again'])
    expect(body.textContent).toContain(text)
  expect(linksOf(body)).toEqual(
    expect.arrayContaining([
      ['Read a free tutorial', '/free/again'],
      ['Create your account', '/signup?from=%2Fcourses%2Fsecond'],
    ]),
  )
  expect(body.textContent?.split('Much more.')).toHaveLength(2)
  expect(head.querySelector('meta[name="description"]')?.getAttribute('content')).toBe('For those who go on.')
  expect(JSON.parse(head.querySelector('script[type="application/ld+json"]')?.textContent ?? '')).toMatchObject({
    name: 'Data for Product Managers',
    url: 'https://academy.example/welcome/second',
    offers: CURRENCIES.map((currency) => ({ priceCurrency: currency.toUpperCase(), ...(currency === 'eur' && { price: '79.00' }) })),
  })
})

test('COURSES-20 the page of a course that opens later has its day, its outline and the waiting list, and no price', async () => {
  const { body, head } = await documentAt('/welcome/third')
  expect(body.textContent).toContain('Opens on December 14.')
  expect(linksOf(body)).toContainEqual(['Tell me when it opens', '/waiting-list/third'])
  expect(body.textContent).toContain('Far')
  expect(body.querySelector('main')?.textContent).not.toMatch(/€|\$|Create your account/)
  expect(JSON.parse(head.querySelector('script[type="application/ld+json"]')?.textContent ?? '')).not.toHaveProperty('offers')
})

test('COURSES-20 the page of the Master Course is the welcome page, and an unknown course has none', async () => {
  expect(await page('/welcome/master-course')).toEqual({ kind: 'redirect', to: '/welcome' })
  expect(await page('/welcome/none')).toMatchObject({ kind: 'html', status: 404 })
})

test('COURSES-20 sitemap and llms.txt have the pages and free tutorials of all courses', async () => {
  const sitemap = await textAt('/sitemap.xml')
  for (const path of ['/welcome', '/welcome/second', '/welcome/third', '/free/brief', '/free/again'])
    expect(sitemap).toContain(`<loc>https://academy.example${path}</loc>`)
  expect(sitemap).not.toContain('/free/away')
  const llms = await textAt('/llms.txt')
  for (const text of [
    '[Again](https://academy.example/free/again.md)',
    '## Master Course',
    '## Data for Product Managers',
    '- 1. Go on:',
    '[Third Time](https://academy.example/welcome/third)',
  ])
    expect(llms).toContain(text)
})

test('COURSES-20 the feed has the news of all courses, each with its own page, and samples of the library once', async () => {
  const entries = (await textAt('/news.atom')).split('<entry>').slice(1)
  expect(entries.map((entry) => /<link href="https:\/\/academy.example(.*?)"/.exec(entry)?.[1])).toEqual([
    '/courses/second/sessions/session/tutorials/new',
    '/courses/master-course/sessions/session/tutorials/old',
    '/resources/sample',
  ])
})

test('COURSES-20 the page of a free tutorial leads to the next free tutorial of its own course', async () => {
  expect(linksOf((await documentAt('/free/again')).body)).toContainEqual(['Read the next tutorial', '/free/more'])
})
