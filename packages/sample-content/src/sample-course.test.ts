import { describe, expect, test } from 'vitest'
import { loadSampleContent } from './load-sample-content.ts'
import { checkpoint, downloadOf } from './project/checkpoints.ts'
import { codeBlocksIn, proseOf } from './testing/code-samples.ts'
import { readOutline } from './testing/outline.ts'
import { INDEFINITE_PRONOUNS, ownProseOf, wordsWithoutContraction } from './testing/plain-words.ts'
import { partsOf, testTutorial } from './testing/test-tutorial.ts'

const { course, library } = loadSampleContent()
const sessions = readOutline()
const tutorials = course.sessions.flatMap((session) =>
  session.tutorials.map((tutorial) => ({ ...tutorial, open: session.free || tutorial.free })),
)

const tutorialOf = (slug: string) => {
  const tutorial = tutorials.find((candidate) => candidate.slug === slug)
  if (tutorial === undefined) throw new Error(`There is no tutorial ${slug}`)
  return tutorial
}

const names = new Set([...course.sessions, ...tutorials, ...library].map(({ name }) => name))

test('EDITION-13 sessions 1 to 13, in which the board is built, offer it as it is at their end', () => {
  const offered = course.sessions.filter(({ checkpoint: files }) => files?.project === 'Signal Board')
  expect(offered.map(({ order }) => order)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
  for (const { order, checkpoint: files } of offered) {
    expect(new Map(files?.files.map(({ path, text }) => [path, text]))).toEqual(downloadOf(String(order).padStart(2, '0')))
  }
})

test('EDITION-30 session 14 offers a repository of another team with tests, CI, tickets and rules for changes', () => {
  const files = downloadOf('14')
  const offered = course.sessions.find(({ order }) => order === 14)?.checkpoint
  expect(offered?.project).toBe('Invoicing Web')
  expect(new Map(offered?.files.map(({ path, text }) => [path, text]))).toEqual(files)
  const wanted = ['CONTRIBUTING.md', 'AGENTS.md', '.github/workflows/ci.yml', 'docs/TICKETS.md', 'test/pages.test.js', 'jobs/reminders.js']
  expect([...files.keys()]).toEqual(expect.arrayContaining(wanted))
  // the map that the tutorial shows has the lines of this repository
  const lines = files.get('jobs/reminders.js')?.split('\n') ?? []
  const { body } = tutorialOf('read-your-company-code')
  for (const [line, words] of [
    [12, "'06:00'"],
    [29, 'AFTER_DAYS'],
    [38, 'settings.reminders'],
  ] as const) {
    expect(lines[line - 1]).toContain(words)
    expect(body).toMatch(new RegExp(`line ${line}\\b`))
  }
})

describe.each(sessions.map((session) => [session.slug, session] as const))('session %s', (slug, outlined) => {
  test('has its position, its name and its tutorials in order', () => {
    const session = course.sessions.find((candidate) => candidate.slug === slug)
    expect(session).toMatchObject({ order: outlined.order, name: outlined.name, free: outlined.order === 1 })
    expect(session?.tutorials.map((tutorial) => tutorial.slug)).toEqual(outlined.tutorials.map((tutorial) => tutorial.slug))
    expect(session?.tutorials.map(({ order }) => order)).toEqual(outlined.tutorials.map((_, index) => index + 1))
  })
})

describe.each(sessions.flatMap((session) => session.tutorials).map((outlined) => [outlined.slug, outlined] as const))(
  '%s',
  (slug, outlined) => {
    testTutorial(tutorialOf(slug), outlined, names)
  },
)

test('EDITION-08 the course has hardly any indefinite pronouns, and uses contractions', () => {
  const prompts = tutorials.flatMap(({ body }) => codeBlocksIn(body).flatMap(({ language, code }) => (language === 'text' ? code : [])))
  const text = [...tutorials.map(({ name, description, body }) => [name, description, proseOf(body)].join('\n')), ...prompts].join('\n')
  expect(text.match(INDEFINITE_PRONOUNS)?.length ?? 0).toBeLessThanOrEqual(3)
  expect(tutorials.flatMap(({ body }) => wordsWithoutContraction(body)).length).toBeLessThanOrEqual(10)
  for (const { slug, body } of tutorials) expect(ownProseOf(body), slug).toMatch(/\w['’](?:t|s|re|ve|ll)\b/)
})

/** Says how a page opens: with a conversation, a quiz, a change to judge, or with these first two words. */
function openingOf(body: string): string {
  const blocks = (partsOf({ body }).get('Description') ?? '').trim().split(/\n{2,}/)
  const [first = ''] = blocks
  if (/^> (?!\[!)/.test(first)) return 'conversation'
  if (first.startsWith('A quiz.')) return 'quiz'
  if (blocks.slice(0, 2).some((block) => block.startsWith('```diff'))) return 'change'
  return first.split(/\s+/).slice(0, 2).join(' ')
}

test('EDITION-32 no two tutorials in a row open alike, and at least ten with a conversation, a quiz or a change to judge', () => {
  const openings = tutorials.map(({ body }) => openingOf(body))
  expect(openings.filter((opening, index) => opening === openings[index - 1])).toEqual([])
  expect(openings.filter((opening) => ['conversation', 'quiz', 'change'].includes(opening)).length).toBeGreaterThanOrEqual(10)
})

/** Returns the days of facts in a text: those beside an address or "looked up on", and the last day of each month without a day. */
function daysOfFacts(body: string): number[] {
  const prose = proseOf(body)
  const days = [...prose.matchAll(/(?:looked up on|\),) ([A-Z][a-z]+ \d+, 20\d\d)/g)].map(([, day]) => Date.parse(`${day} UTC`))
  const months = [...prose.matchAll(/\b([A-Z][a-z]+) (20\d\d)\b/g)].map(([, month, year]) => {
    const first = new Date(`${month} 1, ${year} UTC`)
    return first.setUTCMonth(first.getUTCMonth() + 1, 0)
  })
  return [...days, ...months]
}

test('EDITION-33 a tutorial with facts of a day or a month says when the oldest of them was checked', () => {
  const dated = tutorials.map(({ slug, body }) => {
    const days = daysOfFacts(body)
    return [slug, days.length === 0 ? null : new Date(Math.min(...days)).toISOString().slice(0, 10)]
  })
  expect(tutorials.map(({ slug, facts_checked }) => [slug, facts_checked])).toEqual(dated)
  expect(dated.filter(([, day]) => day !== null).length).toBeGreaterThanOrEqual(17)
})

test('EDITION-06 each row of the table of tools has words for three modes, and the page of the tool with the day on which it was read', () => {
  const rows = tutorialOf('choose-a-coding-tool').body.match(/^\| .+: (?:terminal|editor).*\|$/gm) ?? []
  expect(rows.length).toBeGreaterThanOrEqual(5)
  for (const row of rows) {
    const [, , ...cells] = row.split('|').map((cell) => cell.trim())
    expect(
      cells.slice(0, 3).filter((cell) => cell === '' || cell.includes('look it up')),
      row,
    ).toEqual([])
    expect(cells[3]).toMatch(/^\[.+\]\(https:\/\/\S+\), [A-Z][a-z]+ \d+, 20\d\d$/)
  }
})

test('EDITION-34 a tutorial that needs another person says what a reader without one does', () => {
  const withLine = tutorials.filter(({ body }) => /^\*\*Alone\?\*\* [^\n]{30,}\.$/m.test(partsOf({ body }).get('Description') ?? ''))
  expect(withLine.length).toBeGreaterThanOrEqual(15)
  const needing = tutorials.filter(({ body }) => /\ba colleague\b|\bone person\b|\bengineer\b/i.test(partsOf({ body }).get('Tools') ?? ''))
  expect(needing.length).toBeGreaterThanOrEqual(10)
  const slugs = new Set(withLine.map(({ slug }) => slug))
  // the permission to install programs comes from the company, and the page has the request for it
  expect(needing.map(({ slug }) => slug).filter((slug) => !slugs.has(slug) && slug !== 'install-what-you-need')).toEqual([])
})

const PRODUCTS = /Stripe|Resend\b|Claude|Codex|Cursor\b|Copilot|Gemini|VS Code|Render\b|GitHub/

test('EDITION-24 the project of session 9 has the branch with the test payment in a folder', () => {
  const files = downloadOf('09')
  const inFolder = [...files.keys()].filter((name) => name.includes('/'))
  expect(inFolder).toContain('try-payment/orders.js')
  expect(
    new Map([...checkpoint('09'), ...inFolder.map((name) => [name.replace('try-payment/', ''), files.get(name) ?? ''] as const)]),
  ).toEqual(checkpoint('payment'))
  expect([...downloadOf('10').keys()].some((name) => name.includes('/'))).toBe(false)
})

test('EDITION-06 only the pages on tools and the walkthrough name products, each with a date', () => {
  const naming = tutorials.filter(({ body }) => PRODUCTS.test(body))
  const tools = course.sessions
    .filter(({ slug }) => ['put-your-tool-to-work', 'extend-your-tool'].includes(slug))
    .flatMap(({ tutorials: those }) => those.map(({ slug }) => slug))
  const allowed = [
    'choose-a-coding-tool',
    ...tools,
    'work-with-somebody-else',
    'add-signing-in',
    'take-a-test-payment',
    'put-the-board-online',
  ]
  expect(naming.map(({ slug }) => slug).filter((slug) => !allowed.includes(slug))).toEqual([])
  for (const { slug, body } of naming) expect(body, slug).toContain('November 2026')
})

test.each([
  ['work-with-somebody-else', 'GitHub'],
  ['add-signing-in', 'Google'],
  ['take-a-test-payment', 'Stripe'],
  ['put-the-board-online', 'Resend'],
])('EDITION-23 %s names %s with the month, and says what to do if it does not work', (slug, name) => {
  const { body } = tutorialOf(slug)
  for (const words of [name, 'November 2026', "If it doesn't work"]) expect(body).toContain(words)
})

describe('the whole course', () => {
  const tutorialsWith = (part: string) => tutorials.filter((tutorial) => partsOf(tutorial).has(part))

  test('EDITION-21 no two tutorials name the same word of engineers', () => {
    const words = tutorials.map(({ body }) => /\*\*Engineers say\*\* \*([^*]+)\*/.exec(body)?.[1])
    expect(new Set(words).size).toBe(tutorials.length)
  })

  test('has 15 sessions with 69 tutorials, all with different slugs', () => {
    expect(course.slug).toBe('master-course')
    expect(course.sessions.map(({ order }) => order)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1))
    expect(new Set(tutorials.map(({ slug }) => slug)).size).toBe(69)
  })

  test('R-03 has 38 diagrams, each shown once', () => {
    expect(new Set(tutorials.flatMap(({ diagram }) => diagram?.name ?? [])).size).toBe(38)
  })

  test('has 5 free tutorials and 13 for VIPs', () => {
    expect(tutorials.filter(({ open }) => open)).toHaveLength(5)
    expect(tutorials.filter(({ vip }) => vip)).toHaveLength(13)
  })

  test('has every kind of page: without a prompt, with code alone, with neither, with both kinds of feedback', () => {
    const prompts = new Set(tutorialsWith('Prompt'))
    const code = new Set(tutorialsWith('Code sample'))
    expect(tutorials.filter((tutorial) => !prompts.has(tutorial) && code.has(tutorial)).length).toBeGreaterThan(0)
    expect(tutorials.filter((tutorial) => !prompts.has(tutorial) && !code.has(tutorial)).length).toBeGreaterThan(0)
    expect(new Set(tutorials.map(({ feedback }) => feedback))).toEqual(new Set([null, 'feedback', 'testimonial']))
  })
})
