import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_ID } from './testing/build-test-app.ts'
import { endpoints } from './testing/contract-endpoints.ts'
import { ADMIN, type MirroredAcademy, startMirroredAcademy } from './testing/mirrored-academy.ts'
import { codeOf, fileOf, headingOf } from './testing/notion-workspace.ts'
import { recordFacts } from './testing/record-facts.ts'

/** The most statements that one request of a reading endpoint may execute, unless it has a number of its own below. */
const MAX_STATEMENTS = 1

/**
 * Content and entitlements are cached until they change. The pages of administrators and the export read each table once: they are rarely
 * used.
 */
const STATEMENTS: Record<string, number> = {
  'adminAccounts.details': 15,
  'adminAccounts.paymentIssues': 4,
  'content.state': 10,
  'courses.course': 0,
  'courses.courseVideo': 0,
  'courses.sessions': 0,
  'courses.session': 0,
  'courses.sessionCheckpoint': 0,
  'courses.sessionChecks': 0,
  'courses.sessionTutorials': 0,
  'courses.tutorialContent': 0,
  // The limit of codes, and the program.
  'deviceLogins.get': 2,
  'geo.country': 0,
  'health.health': 0,
  // The tutorials, and the checked sessions.
  'learning.progress': 2,
  'library.list': 0,
  'library.prompts': 0,
  'library.properties': 0,
  'library.content': 0,
  'library.prerequisite': 0,
  'library.prompt': 0,
  'library.codeSample': 0,
  'library.additionalInstructions': 0,
  'library.relatedResources': 0,
  // The text, and the vote on it.
  'library.vote': 2,
  // The resources, the votes, and the texts that they are about.
  'library.toCheck': 3,
  // Registrations, sessions, and the calendar.
  'mentorship.get': 3,
  'privacy.exportAccount': 44,
  // The limit of codes, the request, and the program.
  'programs.get': 3,
  // The prompt, and its original.
  'prompts.origin': 2,
  'publicContent.course': 0,
  'publicContent.news': 0,
  'publicContent.proof': 0,
  'publicContent.tutorial': 0,
  'publicContent.freeTutorialContent': 0,
  // Purchases of seats, and held seats.
  'team.get': 2,
  // Owned seats, held seats, and the entitlements of an account with them.
  'team.prompts': 3,
  // The content, and what the account wrote.
  'search.search': 2,
  // The webhook, and its log.
  'webhooks.attempts': 2,
  // Open statements, and settled ones.
  'withdrawals.list': 2,
}

const CHECKS = 'checks: [{ check: file exists, file: board.js, success: There., hint: Look., tutorial: tutorial }]'

const QUERIES: Record<string, string> = { 'search.search': '?q=tutorial' }

/** A preview reads Notion, which this academy is not connected to. */
const reading = endpoints.filter(({ method, name }) => method === 'GET' && name !== 'content.preview')

let academy: MirroredAcademy
const ids: Record<string, string> = {}
beforeAll(async () => {
  academy = await startMirroredAcademy({ LOG_LEVEL: 'trace', MENTORSHIP_DRAW: 'true' })
  const { workspace, sync } = academy
  const course = await workspace.addCourse({ name: 'Course', slug: 'master-course' })
  const session = await workspace.addSession(course, {
    name: 'Session',
    slug: 'session',
    blocks: [headingOf('Checkpoint'), fileOf('board.js', 'let a = 1'), headingOf('Checks'), codeOf(CHECKS)],
  })
  await workspace.addTutorial(session, { name: 'Tutorial', slug: 'tutorial' })
  await workspace.addTutorial(session, { name: 'Free', slug: 'free', free: true })
  await workspace.addResource({ name: 'Resource', slug: 'resource', tags: ['Planning'] })
  await sync()
  Object.assign(ids, {
    courseId: 'master-course',
    sessionId: 'session',
    tutorialId: 'tutorial',
    accountId: ADMIN_ID,
    'library.id': 'resource',
    'publicContent.tutorialId': 'free',
  })
  const origin = { kind: 'tutorial', id: 'tutorial', prompt: '', name: 'Tutorial', hash: 'a'.repeat(64) }
  const payload = { title: 'Title', description: 'Description', content: 'Content', origin }
  await academy.get('/api/accounts/context', ADMIN)
  const made = await academy.app.inject({ method: 'POST', url: '/api/prompts', headers: await academy.signIn(ADMIN), payload })
  await recordFacts(academy.app.db, ADMIN_ID).purchase()
  await academy.app.sql`insert into certificates (id, account_id, course_id, name, course_title, minutes)
    values ('certificate', ${ADMIN_ID}, 'master-course', 'Ada Lovelace', 'Course', 60)`
  const login = await academy.app.inject({ method: 'POST', url: '/api/device-logins', payload: { name: 'vca', scopes: ['content:read'] } })
  ids['deviceLogins.userCode'] = login.json().user_code
  const client = await academy.app.inject({ method: 'POST', url: '/oauth/register', payload: { redirect_uris: ['http://127.0.0.1/a'] } })
  const asked = await academy.app.inject({
    url: '/oauth/authorize',
    query: {
      client_id: client.json().client_id,
      response_type: 'code',
      redirect_uri: 'http://127.0.0.1/a',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    },
  })
  ids['programs.requestId'] = new URL(String(asked.headers.location)).searchParams.get('request') ?? ''
  ids['certificates.certificateId'] = 'certificate'
  const [webhook] = await academy.app.sql<{ id: string }[]>`
    insert into webhook_endpoints (url, events, position) values ('https://hooks.example.com/', '{account.erased}', 0) returning id`
  ids['webhooks.webhookId'] = webhook?.id ?? ''
  await academy.app.sql`insert into mentorship_draws (week, round, public_key, list, list_hash) values ('2026-06-01', 1, '', '', '')`
  ids['mentorship.week'] = '2026-06-01'
  ids['prompts.id'] = made.json().data?.id ?? made.json().id
  await academy.app.sql`update prompts set title = 'Changed' where id = ${ids['prompts.id'] ?? null}`
  const [version] = await academy.app.sql<{ id: string }[]>`select id from prompt_versions`
  ids['prompts.versionId'] = version?.id ?? ''
})
afterAll(() => academy.workspace.stop())

test('every count belongs to an endpoint of the contract', () => {
  const names = reading.map(({ name }) => name)
  expect(Object.keys(STATEMENTS).filter((name) => !names.includes(name))).toEqual([])
})

test.each(reading.map(({ name, route }) => [name, route.path]))(
  'performance: %s costs no more statements than it may',
  async (name, path) => {
    const filled = path.replace(/:(\w+)/g, (_, parameter: string) => ids[`${name.split('.')[0]}.${parameter}`] ?? ids[parameter] ?? '')
    const url = filled + (QUERIES[name] ?? '')
    const ask = () => academy.get(url, ADMIN)
    await ask()
    const before = academy.statements().length
    const response = await ask()
    expect([response.statusCode, url]).toEqual([200, url])
    expect(academy.statements().length - before).toBeLessThanOrEqual(STATEMENTS[name] ?? MAX_STATEMENTS)
  },
)
