import { randomBytes } from 'node:crypto'
import type { Standins } from '@academy/standins'
import type postgres from 'postgres'
import { createSignedInUser } from '../users.ts'
import {
  ACCOUNTS,
  ACTORS,
  type AccountName,
  type Actor,
  accountIdOf,
  emailOf,
  PATH_VALUES,
  PROMPTS_PER_SUBSCRIBER,
  promptIdOf,
} from './actors.ts'

/** A unique text in private data, its owner, and the actors to whom responses may show it. */
export type Canary = { text: string; owner: string; visibleTo: readonly Actor[] }

const STUDIO: readonly AccountName[] = ['ada', 'eve', 'bystander']

const isActor = (name: string): name is Actor => (ACTORS as readonly string[]).includes(name)
const createCanary = (name: string): string => `canary-${name}-${randomBytes(6).toString('hex')}`

/** Creates accounts with private data. Returns the canaries in the data. */
async function addAccounts(sql: postgres.Sql): Promise<Canary[]> {
  const canaries: Canary[] = []
  for (const owner of ACCOUNTS) {
    const id = accountIdOf(owner)
    const [name, prompt, reason] = [createCanary(`${owner}-name`), createCanary(`${owner}-prompt`), createCanary(`${owner}-grant`)]
    await sql`insert into accounts (account_id, email, first_name, last_name, job_title) values (${id}, ${emailOf(owner)}, ${name}, 'x', 'y')`
    if (STUDIO.includes(owner)) {
      await sql`insert into grants (account_id, package, reason, granted_by) values (${id}, 'studio', ${reason}, 'fuzz')`
      const prompts = Array.from({ length: PROMPTS_PER_SUBSCRIBER }, (_unused, index) => ({ id: promptIdOf(owner, index), account_id: id }))
      await sql`insert into prompts ${sql(prompts.map((ids) => ({ ...ids, title: 'a', description: 'b', content: prompt })))}`
    }
    if (owner === 'owner')
      await sql`insert into grants (account_id, package, reason, granted_by) values (${id}, 'master_course', ${reason}, 'fuzz')`
    const self: Actor[] = isActor(owner) ? [owner] : []
    for (const text of [name, reason, emailOf(owner)]) canaries.push({ text, owner, visibleTo: [...self, 'admin'] })
    // the administrator cannot read prompts of other accounts
    canaries.push({ text: prompt, owner, visibleTo: self })
  }
  return canaries
}

/** Creates a course with a locked tutorial and a project, and a library. Returns the canaries in them. */
async function addContent(sql: postgres.Sql): Promise<Canary[]> {
  const [locked, project, library] = [createCanary('locked-tutorial'), createCanary('project'), createCanary('library')]
  const page = (id: string) => ({
    notion_page_id: Buffer.from(id).toString('hex').padEnd(32, '0').slice(0, 32),
    public_id: id,
    name: id,
    description: '',
    last_edited_time: new Date(),
    digest: id,
    fetched_at: new Date(),
  })
  const [course = '', session = ''] = [...PATH_VALUES.courses, ...PATH_VALUES.sessions]
  const emptyParts = { description: null, tools: null, video: null, code_sample: null, transition: null, tips: [] }
  await sql`insert into content_courses ${sql(page(course))}`
  const files = [{ path: 'src/board.js', text: `// ${project}\n` }]
  const checkpoint = sql.json({ project: 'signal-board', files, size: Buffer.byteLength(files[0]?.text ?? '') })
  const checks = sql.json({ checks: [{ check: 'file exists', file: 'board.js', success: 'There.', hint: project, tutorial: 'locked' }] })
  const parent = { course_page_id: page(course).notion_page_id, free: false }
  await sql`insert into content_sessions ${sql({ ...page(session), ...parent, checkpoint, checks })}`
  for (const id of PATH_VALUES.tutorials) {
    const free = id.startsWith('free')
    const parts = sql.json({ ...emptyParts, prompt: free ? '<p>free</p>' : `<p>${locked}</p>` })
    const row = { ...page(id), session_page_id: page(session).notion_page_id, free, vip: false, parts, warnings: sql.json([]) }
    await sql`insert into content_tutorials ${sql(row)}`
  }
  for (const id of PATH_VALUES.resources) {
    const part = { html: `<p>${library}</p>`, blocks: [{ type: 'paragraph', content: `<p>${library}</p>` }] }
    const parts = sql.json({ prerequisite: null, prompt: part, code_sample: null, additional_instructions: part })
    const row = { ...page(id), tags: sql.json(['one']), premium: true, content: library, code_sample: '', related: sql.json([]), parts }
    await sql`insert into content_resources ${sql(row)}`
  }
  return [
    { text: locked, owner: 'the course', visibleTo: ['owner', 'leaver', 'admin'] },
    { text: project, owner: 'the course', visibleTo: ['owner', 'leaver', 'admin'] },
    { text: library, owner: 'the library', visibleTo: ['ada', 'eve', 'leaver', 'admin'] },
  ]
}

/** Creates the accounts at the auth provider and signs them in. Returns the tokens; the stranger has none, and the forger has a forged one. */
async function createTokens(standins: Standins): Promise<Record<Actor, string | undefined>> {
  const tokens: Record<string, string> = {}
  for (const name of ACCOUNTS) {
    const { headers } = await createSignedInUser(standins, { id: accountIdOf(name), email: emailOf(name) })
    tokens[name] = headers.authorization.replace('Bearer ', '')
  }
  const [head = '', , signature = ''] = (tokens.ada ?? '').split('.')
  const claims = Buffer.from(
    JSON.stringify({ sub: accountIdOf('admin'), email: emailOf('admin'), role: 'authenticated', exp: 9_999_999_999 }),
  )
  tokens.forger = `${head}.${claims.toString('base64url')}.${signature}`
  return Object.fromEntries(ACTORS.map((actor) => [actor, tokens[actor]])) as Record<Actor, string | undefined>
}

/** Creates the accounts and the content that the requests use. Call it before the API starts. */
export async function createFixture(sql: postgres.Sql, standins: Standins) {
  const canaries = [...(await addAccounts(sql)), ...(await addContent(sql))]
  return { canaries, tokens: await createTokens(standins) }
}

/** Returns the bystander's data, which no other account may change. */
export const readBystander = async (sql: postgres.Sql): Promise<unknown> => {
  const id = accountIdOf('bystander')
  const prompts = await sql`select * from prompts where account_id = ${id} order by id`
  const account = await sql`select account_id, email, first_name, last_name, job_title from accounts where account_id = ${id}`
  return JSON.parse(JSON.stringify({ prompts, account }))
}
