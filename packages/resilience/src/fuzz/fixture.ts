import { randomBytes } from 'node:crypto'
import type { Standins } from '@academy/standins'
import { createClient } from '@supabase/supabase-js'
import type postgres from 'postgres'
import {
  ACCOUNTS,
  ACTORS,
  type AccountName,
  type Actor,
  accountIdOf,
  emailOf,
  PATH_VALUES,
  PROMPTS_EACH,
  promptIdOf,
} from './fixture-names.ts'

/** A secret text, and the actors who may see it. */
export type Canary = { text: string; whose: string; seenBy: readonly Actor[] }

const PASSWORD = 'Correct-horse-7'
const STUDIO: readonly AccountName[] = ['ada', 'eve', 'bystander']

const isActor = (name: string): name is Actor => (ACTORS as readonly string[]).includes(name)
const canaryOf = (name: string): string => `canary-${name}-${randomBytes(6).toString('hex')}`

/** Creates accounts with private data. @returns the texts that other actors must not see. */
async function addAccounts(sql: postgres.Sql): Promise<Canary[]> {
  const canaries: Canary[] = []
  for (const person of ACCOUNTS) {
    const id = accountIdOf(person)
    const [name, prompt, reason] = [canaryOf(`${person}-name`), canaryOf(`${person}-prompt`), canaryOf(`${person}-grant`)]
    await sql`insert into accounts (account_id, email, first_name, last_name, job_title) values (${id}, ${emailOf(person)}, ${name}, 'x', 'y')`
    if (STUDIO.includes(person)) {
      await sql`insert into grants (account_id, package, reason, granted_by) values (${id}, 'studio', ${reason}, 'fuzz')`
      const prompts = Array.from({ length: PROMPTS_EACH }, (_unused, index) => ({ id: promptIdOf(person, index), account_id: id }))
      await sql`insert into prompts ${sql(prompts.map((one) => ({ ...one, title: 'a', description: 'b', content: prompt })))}`
    }
    if (person === 'owner')
      await sql`insert into grants (account_id, package, reason, granted_by) values (${id}, 'master_course', ${reason}, 'fuzz')`
    const own: Actor[] = isActor(person) ? [person] : []
    canaries.push({ text: name, whose: person, seenBy: [...own, 'admin'] })
    canaries.push({ text: reason, whose: person, seenBy: [...own, 'admin'] })
    // the administrator cannot read prompts of other accounts
    canaries.push({ text: prompt, whose: person, seenBy: own })
    canaries.push({ text: emailOf(person), whose: person, seenBy: [...own, 'admin'] })
  }
  return canaries
}

/** Creates a course with a locked tutorial, and a library. @returns their texts, which only holders may see. */
async function addContent(sql: postgres.Sql): Promise<Canary[]> {
  const [locked, library] = [canaryOf('locked-tutorial'), canaryOf('library')]
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
  const nothing = { description: null, tools: null, video: null, code_sample: null, transition: null, tips: [] }
  await sql`insert into content_courses ${sql(page(course))}`
  await sql`insert into content_sessions ${sql({ ...page(session), course_page_id: page(course).notion_page_id, free: false })}`
  for (const id of PATH_VALUES.tutorials) {
    const free = id.startsWith('free')
    const parts = sql.json({ ...nothing, prompt: free ? '<p>free</p>' : `<p>${locked}</p>` })
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
    { text: locked, whose: 'the course', seenBy: ['owner', 'leaver', 'admin'] },
    { text: library, whose: 'the library', seenBy: ['ada', 'eve', 'leaver', 'admin'] },
  ]
}

/** Creates the accounts at the auth provider. @returns the token of each actor; the stranger has none, the forger a forged one. */
async function signInAll(standins: Standins): Promise<Record<Actor, string | undefined>> {
  const client = (key: string) => createClient(standins.supabaseUrl, key, { auth: { persistSession: false, autoRefreshToken: false } })
  const { auth } = client(standins.serviceRoleKey)
  const tokens: Record<string, string> = {}
  for (const person of ACCOUNTS) {
    const email = emailOf(person)
    const made = await auth.admin.createUser({ id: accountIdOf(person), email, password: PASSWORD, email_confirm: true })
    if (made.error) throw made.error
    const { data, error } = await client(standins.anonKey).auth.signInWithPassword({ email, password: PASSWORD })
    if (error) throw error
    tokens[person] = data.session.access_token
  }
  const [head = '', , signature = ''] = (tokens.ada ?? '').split('.')
  const claims = Buffer.from(
    JSON.stringify({ sub: accountIdOf('admin'), email: emailOf('admin'), role: 'authenticated', exp: 9_999_999_999 }),
  )
  const of = (actor: Actor) =>
    actor === 'stranger' ? undefined : actor === 'forger' ? `${head}.${claims.toString('base64url')}.${signature}` : tokens[actor]
  return Object.fromEntries(ACTORS.map((actor) => [actor, of(actor)])) as Record<Actor, string | undefined>
}

/** Creates the accounts and the content that the requests use. Call it before the API starts. */
export async function createFixture(sql: postgres.Sql, standins: Standins) {
  const canaries = [...(await addAccounts(sql)), ...(await addContent(sql))]
  return { canaries, tokens: await signInAll(standins) }
}

/** Returns the bystander's data, which no other account may change. */
export const unrelatedAccounts = async (sql: postgres.Sql): Promise<unknown> => {
  const id = accountIdOf('bystander')
  const prompts = await sql`select * from prompts where account_id = ${id} order by id`
  const account = await sql`select account_id, email, first_name, last_name, job_title from accounts where account_id = ${id}`
  return JSON.parse(JSON.stringify({ prompts, account }))
}
