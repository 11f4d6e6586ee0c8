import { CURRENCIES, formatAmount, GUARANTEE_DAYS, OFFERS } from '@academy/catalog'
import type { TutorialContent } from '@academy/contract'
import { htmlParts, TUTORIAL_PARTS } from '@academy/contract/tutorial-parts'
import { render } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { sampleSessions } from '../../testing/mock-course.ts'
import { sampleContent } from '../../testing/samples.ts'
import { cacheKey, findPage, mustBeCurrent, notAvailable } from './entry-server.tsx'
import type { RenderOptions } from './rendered-page.tsx'
import { welcomeTexts } from './welcome-texts.ts'

const course = {
  id: 'master-course',
  name: 'The Master Course',
  description: 'What it teaches.',
  product: 'master_course',
  opens_on: null,
  others: [],
  sessions: sampleSessions,
  library: { resources: 0, samples: [] },
}
const options: RenderOptions = {
  load: async (apiPath) => (apiPath === '/api/public/courses/master-course' ? { data: course } : undefined),
  appHtml: '<html><head></head><body></body></html>',
  stylesheets: [],
  origin: 'https://academy.example',
}

/** The page of the app before it starts. */
const APP_HTML =
  '<html><head><title>App</title></head><body><div id="root">Loading</div> <noscript>Off</noscript><script type="module" src="/app.js"></script></body></html>'

const tutorial = {
  id: 'brief',
  name: 'Write the “brief” 🚀',
  description: 'One page that a tool can build from.',
  free: false,
  vip: false,
  duration: 5,
  read_minutes: null,
  build_minutes: null,
  course: { id: 'master-course', name: 'The Master Course' },
  session: { id: 'idea', number: 1, name: 'The idea' },
  number: 2,
}
/** An API that knows the tutorial, and refuses its content. */
const withTutorial = (changes = {}): RenderOptions => ({
  ...options,
  load: async (apiPath) => (apiPath === '/api/public/tutorials/brief' ? { data: { ...tutorial, ...changes } } : undefined),
})
const DEEP_LINK = '/courses/master-course/sessions/idea/tutorials/brief'

async function pictureUrl(changes = {}): Promise<string> {
  const page = await findPage(DEEP_LINK)?.(withTutorial(changes))
  if (page?.kind !== 'html') throw new Error('the link is not a page')
  const { head } = new DOMParser().parseFromString(page.html, 'text/html')
  const content = (name: string) => head.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content')
  expect(content('twitter:image')).toBe(content('og:image'))
  expect([content('og:image:width'), content('og:image:height')]).toEqual(['1200', '630'])
  expect(content('og:image:alt')).toBe(`${tutorial.name}: ${tutorial.description}`)
  return new URL(content('og:image') ?? '').pathname
}

async function structuredData(path: string): Promise<Record<string, unknown>[]> {
  const page = await findPage(path)?.(options)
  if (page?.kind !== 'html') throw new Error(`${path} is not a page`)
  const scripts = new DOMParser().parseFromString(page.html, 'text/html').querySelectorAll('script[type="application/ld+json"]')
  return [...scripts].map((script) => JSON.parse(script.textContent ?? ''))
}

const welcomePage = (prompt: string | null) => pageWithPrompt('/welcome', prompt)

/** Renders a page of a course whose tutorials have this prompt. */
async function pageWithPrompt(path: string, prompt: string | null): Promise<Document> {
  const content = sampleContent({ prompt: prompt === null ? null : { html: prompt } })
  const free = withTutorial({ free: true })
  const load = async (apiPath: string) => {
    if (apiPath.endsWith('/content')) return { data: content }
    return (await options.load(apiPath)) ?? (await free.load(apiPath))
  }
  const page = await findPage(path)?.({ ...options, load })
  if (page?.kind !== 'html') throw new Error(`${path} is not a page`)
  return new DOMParser().parseFromString(page.html, 'text/html')
}

test('PUBLIC-07 the welcome page shows a prompt of a free tutorial and names the tutorial', async () => {
  const card = (await welcomePage('<p>Write the <em>brief</em>.</p>')).querySelector('[aria-label="A prompt from the course"]')
  expect(card?.querySelector('[data-copy-text]')?.textContent).toBe('Write the brief.')
  expect(card?.textContent).toContain('From the free tutorial Write the brief')
  expect(card?.querySelector('a')?.getAttribute('href')).toBe('/free/brief')
})

const PROOF = {
  resources: 64,
  results: [
    { id: 'good', name: 'Good <b>one</b>', passed: 20, interval: { from: 0.839, to: 1 } },
    { id: 'bad', name: 'Bad', passed: 1, interval: { from: 0.009, to: 0.236 } },
  ].map(({ id, name, ...result }) => ({
    ...{ id, name },
    result: {
      ...{ tool: 'Fake', version: '1.2', day: '2026-11-02', runs: 20, baseline: 9, baseline_interval: { from: 0.258, to: 0.658 } },
      ...result,
    },
  })),
}
/** Renders a page of an academy with this proof. */
async function pageWithProof(path: string, proof: object): Promise<Document> {
  const load = async (apiPath: string) => (apiPath === '/api/proof' ? { data: proof } : await options.load(apiPath))
  const page = await findPage(path)?.({ ...options, load })
  if (page?.kind !== 'html') throw new Error(`${path} is not a page`)
  return new DOMParser().parseFromString(page.html, 'text/html')
}

test('PROOF-08 visitors read all results, with the best and the worst at the top, and once how many prompts have none', async () => {
  const { body } = await pageWithProof('/proof', PROOF)
  expect(body.querySelector('main header')?.textContent).toMatch(/Best: Good <b>one<\/b>, 20 of 20. Worst: Bad, 1 of 20.$/)
  expect(Array.from(body.querySelectorAll('main ol > li'), ({ textContent }) => textContent)).toEqual([
    'Good <b>one</b>Fake 1.2, November 2, 2026: 20 of 20 answers passed with this prompt (95% interval: 84 to 100%), and 9 of 20 without it (26 to 66%).',
    'BadFake 1.2, November 2, 2026: 1 of 20 answers passed with this prompt (95% interval: 1 to 24%), and 9 of 20 without it (26 to 66%).',
  ])
  expect(Array.from(body.querySelectorAll('main li a'), (link) => link.getAttribute('href'))).toEqual(['/resources/good', '/resources/bad'])
  expect(body.textContent).toContain('62 other prompts of the library: not counted yet.')
  expect(body.querySelector('main a[href$="/api/proof"]')?.textContent).toBe('The same as JSON')
})

test('PROOF-08 without a result the page says what it will show, and the welcome page does not lead to it', async () => {
  const none = { resources: 64, results: [] }
  expect((await pageWithProof('/proof', none)).querySelector('main')?.textContent).toContain('No prompt was counted yet.')
  const links = async (proof: object) => (await pageWithProof('/welcome', proof)).querySelectorAll('a[href="/proof"]').length
  expect([await links(none), await links(PROOF)]).toEqual([0, 1])
  const sitemap = await findPage('/sitemap.xml')?.(options)
  expect(sitemap).toMatchObject({ text: expect.stringContaining('/proof</loc>') })
})

test('REVIEW-06 the welcome page shows reviews, also to search engines, and nothing without any', async () => {
  expect((await welcomePage(null)).body.textContent).not.toContain('From those who finished')
  const data = [
    { text: 'I built a <b>board</b>.', name: 'Ada Byron', finished_in: '2026-11' },
    { text: 'It runs.', name: null, finished_in: '2026-10' },
  ]
  const load = async (path: string) => (path === '/api/public/reviews' ? { data } : await options.load(path))
  const page = await findPage('/welcome')?.({ ...options, load })
  if (page?.kind !== 'html') throw new Error('the page was not rendered')
  const { body, head } = new DOMParser().parseFromString(page.html, 'text/html')
  const heading = [...body.querySelectorAll('h2')].find(({ textContent }) => textContent === 'From those who finished')
  expect(Array.from(heading?.parentElement?.querySelectorAll('figure') ?? [], ({ textContent }) => textContent)).toEqual([
    '“I built a <b>board</b>.”Ada Byron, finished in November 2026',
    '“It runs.”A graduate, finished in October 2026',
  ])
  const [ofCourse] = [...head.querySelectorAll('script[type="application/ld+json"]')].map(({ textContent }) =>
    JSON.parse(textContent ?? ''),
  )
  expect(ofCourse.review).toMatchObject([
    { '@type': 'Review', reviewBody: 'I built a <b>board</b>.', author: { name: 'Ada Byron' } },
    { reviewBody: 'It runs.', author: { name: 'A graduate' } },
  ])
})

test.each(['/welcome', '/free/brief'])('PROMPT-41 PUBLIC-07 a prompt without fields has literal braces on %s', async (path) => {
  const body = (await pageWithPrompt(path, '<p>Keep \\{{name}}.</p>')).body.textContent
  expect(body).toContain('Keep {{name}}.')
  expect(body).not.toContain('\\{{')
})

test('EDITION-33 a free tutorial says to visitors that its facts were checked more than 90 days ago', async () => {
  const noticeOf = async (facts_checked_on: string | null) => {
    const content = sampleContent({ facts_checked_on })
    const api = withTutorial({ free: true })
    const load: RenderOptions['load'] = async (path) => (path.endsWith('/content') ? { data: content } : await api.load(path))
    const page = await findPage('/free/brief')?.({ ...options, load })
    if (page?.kind !== 'html') throw new Error('/free/brief is not a page')
    return new DOMParser().parseFromString(page.html, 'text/html').querySelector('article [role=status] time')?.getAttribute('datetime')
  }
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  expect(await noticeOf(null)).toBeUndefined()
  expect(await noticeOf(daysAgo(89))).toBeUndefined()
  expect(await noticeOf(daysAgo(92))).toBe(daysAgo(92))
})

test('PUBLIC-09 a free tutorial is also served as Markdown, with tables, its diagram and absolute URLs', async () => {
  const table = '<table><tbody><tr><th>Day</th><th>Goal</th></tr><tr><td>Monday</td><td>a list</td></tr></tbody></table>'
  const noParts = Object.fromEntries(htmlParts.map((part) => [TUTORIAL_PARTS[part].field, null])) as Partial<TutorialContent>
  const content = sampleContent({
    ...noParts,
    description: { html: `<p>Read <em>this</em>.</p>${table}<p><img src="/api/files/1" alt="The board" /></p>` },
    prompt: { html: '<pre><code>Write {{one_thing}} *now*.</code></pre>' },
    facts_checked_on: '2026-11-30',
    diagram_url: '/api/files/2',
    diagram_size: { width: 1200, height: 800 },
    diagram_description: 'Two boxes.',
    tips: [{ parent_html: 'Ask <b>twice</b>', children_html: '<blockquote>Why?</blockquote>' }],
  })
  const api = withTutorial({ free: true })
  const load: RenderOptions['load'] = async (path) => (path.endsWith('/content') ? { data: content } : await api.load(path))
  const page = await findPage('/free/brief.md')?.({ ...options, load })
  expect(page).toMatchObject({ kind: 'text', type: 'text/markdown; charset=utf-8' })
  expect(page?.kind === 'text' && page.text.split('\n\n')).toEqual([
    '# Write the “brief” 🚀',
    'One page that a tool can build from.',
    'From session 1, “The idea”, of The Master Course.',
    'The author last checked facts that change, such as names and prices, on 2026-11-30.',
    'Read *this*.',
    'Day | Goal\nMonday | a list',
    '![The board](https://academy.example/api/files/1)',
    '![Two boxes.](https://academy.example/api/files/2)',
    '## Prompt',
    '```\nWrite {{one_thing}} *now*.\n```',
    '## Pro tips',
    '### Ask **twice**',
    '> Why?\n',
  ])
})

test('CONNECT-14 the welcome page and free tutorials connect coding tools without an account', async () => {
  for (const path of ['/welcome', '/free/brief']) {
    const page = await pageWithPrompt(path, null)
    const links = [...page.querySelectorAll<HTMLAnchorElement>('details a')].map(({ href }) => decodeURIComponent(href))
    expect(links.find((href) => href.startsWith('vscode:'))).toBe(
      'vscode:mcp/install?{"name":"academy-free","type":"http","url":"https://academy.example/mcp/free"}',
    )
    expect(links.find((href) => href.startsWith('https://cursor.com/'))).toContain('name=academy-free')
    expect([...page.querySelectorAll('details [data-copy-text]')].map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining([
        'claude mcp add --transport http academy-free https://academy.example/mcp/free',
        'codex mcp add academy-free --url https://academy.example/mcp/free',
        'https://academy.example/mcp/free',
      ]),
    )
  }
})

test('PUBLIC-07 the welcome page of a course without a free prompt has no card for it', async () => {
  const { body } = await welcomePage(null)
  expect(body.textContent).toContain('working software')
  expect(body.textContent).not.toContain('A prompt from the course')
})

test.each(['/welcome', '/free/brief'])(
  'PUBLIC-19 the header of %s stays in view and leads to the syllabus, the prices, sign-in and sign-up',
  async (path) => {
    const header = (await pageWithPrompt(path, null)).querySelector('header')
    expect(header?.className).toContain('sticky')
    expect([...(header?.querySelectorAll('nav a') ?? [])].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['What you learn', '/welcome#syllabus'],
      ['Prices', '/welcome#prices'],
      ['Sign in', '/login'],
      ['Start for free', '/signup'],
    ])
  },
)

test('PUBLIC-19 the first view of the welcome page names the price of the course and the guarantee', async () => {
  const opening = (await welcomePage(null)).querySelector('h1')?.closest('[data-without-bar]')
  for (const currency of CURRENCIES) expect(opening?.textContent).toContain(formatAmount(OFFERS.master_course.amounts[currency], currency))
  expect(opening?.textContent).toContain(`${GUARANTEE_DAYS}-day “haven’t started” money-back guarantee`)
})

test('PUBLIC-20 the opening of the welcome page shows the finished board, light and dark, in the size of the picture', async () => {
  const picture = (await welcomePage('<p>Write the brief.</p>')).querySelector('figure picture')
  expect(picture?.querySelector('source')?.getAttribute('srcset')).toMatch(/board-dark.*\.webp$/)
  const image = picture?.querySelector('img')
  expect(image?.getAttribute('src')).toMatch(/board-light.*\.webp$/)
  expect([image?.getAttribute('width'), image?.getAttribute('height')]).toEqual(['1050', '1050'])
  const captions = [...(picture?.closest('figure')?.querySelectorAll('figcaption span') ?? [])].map(({ textContent }) => textContent)
  expect(captions).toEqual(['Left: what you ask. Right: what runs at the end.', 'Above: what runs at the end. Below: what you ask.'])
})

test('PUBLIC-16 the welcome page starts in euro and calls the country lookup', async () => {
  const { body } = await welcomePage(null)
  expect(body.querySelector('[name=currency]:checked')?.getAttribute('value')).toBe('eur')
  for (const currency of CURRENCIES)
    expect(body.querySelector(`#prices [class*="[value=${currency}]"]`)?.textContent).toContain(
      formatAmount(OFFERS.bundle.amounts[currency], currency),
    )
  const script = [...body.querySelectorAll('script')].at(-1)?.textContent
  expect(script).toMatch(/"academy\.currency","\/api\/geo",\{"eur":"AD AL /)
})

test('PUBLIC-09 the welcome page carries the course with its offers, and the questions, as structured data', async () => {
  const [ofCourse, questions] = await structuredData('/welcome')
  expect(ofCourse).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: 'The Master Course',
    url: 'https://academy.example/welcome',
    provider: { '@type': 'Organization' },
  })
  expect(ofCourse?.offers).toContainEqual({
    '@type': 'Offer',
    name: OFFERS.master_course.title,
    category: 'Paid',
    price: (OFFERS.master_course.amounts.eur / 100).toFixed(2),
    priceCurrency: 'EUR',
    url: 'https://academy.example/welcome#prices',
  })
  expect(questions).toMatchObject({
    '@type': 'FAQPage',
    mainEntity: welcomeTexts.questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  })
})

/** Opens the page of a certificate for which the API responds with `body`, without JavaScript. */
async function certificatePage(body: unknown) {
  const page = await findPage('/certificates/an-address')?.({ ...options, appHtml: APP_HTML, load: async () => body })
  if (page?.kind !== 'html') throw new Error('the certificate is not a page')
  const { head, body: shown } = new DOMParser().parseFromString(page.html, 'text/html')
  return { status: page.status, title: head.querySelector('title')?.textContent, shown }
}

test('PUBLIC-06 LEARN-42 the page of a certificate shows holder, course and date without JavaScript', async () => {
  const certificate = { id: 'an-address', name: 'Ada Byron', course: 'The Master Course', completed_on: '2026-11-22', hours: 12.5 }
  const { status, title, shown } = await certificatePage({ ...certificate, issuer: 'Verified by the academy' })
  expect([status, title]).toEqual([200, expect.stringContaining('Ada Byron: The Master Course')])
  expect(shown.querySelector('h1')?.textContent).toBe('Certificate of completion')
  const texts = ['Ada Byron', 'The Master Course', 'November 22, 2026', 'https://academy.example/certificates/an-address']
  for (const text of texts) expect(shown.textContent).toContain(text)
})

test('LEARN-45 LEARN-46 the page of a certificate that is no longer valid has status 410 and says so without JavaScript', async () => {
  const { status, title, shown } = await certificatePage(null)
  expect([status, title]).toEqual([410, expect.stringContaining('This certificate is no longer valid')])
  expect(shown.querySelector('h1')?.textContent).toBe('This certificate is no longer valid')
  expect(shown.textContent).toContain('The academy issued it, but no longer confirms it.')
})

test('LEARN-43 the page of a hidden certificate has status 404, and the app decides who sees it', async () => {
  const { status, shown } = await certificatePage(undefined)
  expect([status, shown.textContent]).toEqual([404, expect.stringContaining('Loading')])
})

test('LEARN-45 PUBLIC-12 only certificates must be current; while the API does not respond, their page says so until the app has started', () => {
  const paths = ['/certificates/an-address', '/Certificates/an-address/', '/welcome', '/free/brief', DEEP_LINK]
  expect(paths.map(mustBeCurrent)).toEqual([true, true, false, false, false])
  const page = notAvailable('/certificates/an-address', { ...options, appHtml: APP_HTML })
  expect(page).toMatchObject({ kind: 'html', status: 503, html: expect.stringContaining('isn&#x27;t available at the moment') })
  expect(page).toMatchObject({ html: expect.stringContaining('<script type="module"') })
})

test('PUBLIC-17 a free tutorial shows the transcript of its video, with times and chapters, closed', async () => {
  const track = (name: string, kind: string) => `<track src="https://api.example/api/files/${name}" kind="${kind}">`
  const video = { html: `<video src="/api/files/film">${track('words', 'captions')}${track('parts', 'chapters')}</video>` }
  const responses: Record<string, unknown> = {
    '/api/public/tutorials/brief': { data: { ...tutorial, free: true } },
    '/api/public/tutorials/brief/content': { data: sampleContent({ video }) },
    '/api/files/words': 'WEBVTT\n\n00:01.000 --> 00:02.000\nBegin here.\n\n01:05.000 --> 01:06.000\nThen go on.',
    '/api/files/parts': 'WEBVTT\n\n01:00.000 --> 02:00.000\nThe second part',
  }
  const page = await findPage('/free/brief')?.({ ...options, load: async (apiPath) => responses[apiPath] })
  if (page?.kind !== 'html') throw new Error('/free/brief is not a page')
  const { body } = new DOMParser().parseFromString(page.html, 'text/html')
  const transcript = [...body.querySelectorAll('details')].find((details) => details.querySelector('summary')?.textContent === 'Transcript')
  const lines = [...(transcript?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)
  expect([transcript?.open, lines]).toEqual([false, ['0:01Begin here.', 'The second part1:05Then go on.']])
  const silent = await findPage('/free/brief')?.({
    ...options,
    load: async (apiPath) => (apiPath.includes('files') ? undefined : responses[apiPath]),
  })
  expect(silent).toMatchObject({ kind: 'html', status: 200, html: expect.not.stringContaining('Transcript') })
})

test('PUBLIC-14 a locked tutorial has a picture of its title and goal, at a URL that changes with its text', async () => {
  const url = await pictureUrl()
  expect(await pictureUrl()).toBe(url)
  expect(await pictureUrl({ description: tutorial.description, number: 3 })).not.toBe(url)
  const picture = await findPage(url)?.(withTutorial())
  if (picture?.kind !== 'picture') throw new Error('there is no picture')
  const { container } = render(picture.element)
  expect(container.textContent).toBe('Vibe CodingAcademySession 1 · Tutorial 2Write the “brief”One page that a tool can build from.Prompt')
  expect(await findPage(url)?.(withTutorial({ number: 3 }))).toEqual({ kind: 'redirect', to: await pictureUrl({ number: 3 }) })
  expect(await findPage('/pictures/none/0123456789ab.png')?.(withTutorial())).toMatchObject({ kind: 'html', status: 404 })
})

describe('FEED-02 the feed', () => {
  const item = {
    kind: 'tutorial',
    id: 'brief',
    name: 'Lists < tables & “briefs” ]]>',
    description: 'What <b>bold</b> means.\u0007',
    free: true,
    session_id: 'idea',
    published_at: '2026-11-01T10:00:00.000Z',
    updated_at: '2026-11-20T10:00:00.000Z',
  }
  const others = [
    { ...item, id: 'locked', free: false, updated_at: '2026-11-19T10:00:00.000Z' },
    { ...item, kind: 'resource', id: 'a b', session_id: null, updated_at: '2026-11-18T10:00:00.000Z' },
  ]
  async function feedText(items: unknown): Promise<string> {
    const load = async (apiPath: string) => (apiPath === '/api/public/courses/master-course/news' ? { data: items } : undefined)
    const page = await findPage('/news.atom')?.({ ...options, load })
    if (page?.kind !== 'text') throw new Error('there is no feed')
    expect(page).toMatchObject({ status: 200, type: 'application/atom+xml; charset=utf-8' })
    return page.text
  }
  const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, value]) => value)

  test('has an entry for each title, with its page and its dates', async () => {
    const [head = '', ...entries] = (await feedText([item, ...others])).split('<entry>')
    expect(head).toContain('<feed xmlns="http://www.w3.org/2005/Atom">')
    expect(all(head, /<(?:title|updated)>(.*)</g)).toEqual(['Vibe Coding Academy', item.updated_at])
    expect(entries.flatMap((entry) => all(entry, /<link href="(.*)"/g))).toEqual([
      'https://academy.example/free/brief',
      'https://academy.example/courses/master-course/sessions/idea/tutorials/locked',
      'https://academy.example/resources/a%20b',
    ])
    expect(new Set(entries.flatMap((entry) => all(entry, /<id>(.*)</g))).size).toBe(3)
    expect(all(entries[0] ?? '', /<(?:published|updated)>(.*)</g).toSorted()).toEqual([item.published_at, item.updated_at])
  })

  test('shows titles and descriptions as written, without characters that XML cannot hold', async () => {
    const text = await feedText([item])
    // both are HTML
    expect(text).toContain('<title type="html"><![CDATA[Lists &lt; tables &amp; “briefs” ]]&gt;]]></title>')
    expect(text).toContain('<summary type="html"><![CDATA[What &lt;b&gt;bold&lt;/b&gt; means.]]></summary>')
  })

  test('an entry keeps its id when its tutorial is no longer free', async () => {
    const ids = await Promise.all(
      [true, false].map(async (free) => (await feedText([{ ...item, free }])).match(/<entry>.*?<id>(.*?)</s)?.[1]),
    )
    expect(ids).toEqual(['https://academy.example/#tutorial-brief', 'https://academy.example/#tutorial-brief'])
  })

  test('is there without entries, and not found without an origin or a course', async () => {
    expect(await feedText([])).not.toContain('<entry>')
    expect(await findPage('/news.atom')?.({ ...options, load: async () => ({ data: [item] }), origin: '' })).toMatchObject({ status: 404 })
    expect(await findPage('/news.atom')?.({ ...options, load: async () => undefined })).toMatchObject({ status: 404 })
  })

  test('is named by the pages for visitors', async () => {
    const page = await findPage('/welcome')?.(options)
    expect(page).toMatchObject({ html: expect.stringContaining('<link rel="alternate" type="application/atom+xml"') })
  })
})

test.each([
  ['/welcome', ['/Welcome', '/WELCOME/', '/welcome//']],
  ['/free/brief', ['/FREE/brief', '/free/brief/']],
  ['/free/brief.md', ['/Free/brief.md//']],
  [DEEP_LINK, [`${DEEP_LINK.replace('courses', 'Courses')}/`]],
])('PUBLIC-18 %s in other spellings is the same page for the cache', (path, spellings) => {
  for (const spelling of spellings) expect([spelling, cacheKey(spelling)]).toEqual([spelling, cacheKey(path)])
})

test('PUBLIC-18 other pages have other keys in the cache', () => {
  const keys = ['/welcome', '/free/brief', '/free/Brief', '/free/brief.md', '/sitemap.xml', DEEP_LINK].map(cacheKey)
  expect(new Set(keys).size).toBe(keys.length)
  expect(cacheKey('/unknown')).toBeUndefined()
})
