import { randomUUID } from 'node:crypto'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, describe, expect, test } from 'vitest'
import { startListeningAcademy } from '../../testing/listening-academy.ts'
import { connectMcp } from '../../testing/mcp-client.ts'
import { recordFacts } from '../../testing/record-facts.ts'

const WEB = 'https://academy.example.test'
const STUDIO_PRICE = /Vibe Coding Studio costs €\d+.* or .\d+ a month: https:\/\/academy\.example\.test\/resources/

const academy = await startListeningAcademy({ WEB_ORIGIN: WEB })
const open: Client[] = []

const connect = async (token: string, mode?: 'legacy' | 'auto') => {
  const client = await connectMcp(academy.url, token, mode)
  open.push(client)
  return client
}

/** Returns what a tool says to the model, and whether it is an error. */
async function callTool(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { content, isError = false, structuredContent } = await client.callTool({ name, arguments: args })
  return { text: content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'), isError, output: structuredContent }
}

const textsOf = ({ messages }: Awaited<ReturnType<Client['getPrompt']>>) =>
  messages.map(({ content }) => (content.type === 'text' ? content.text : ''))

const learner = await academy.newAccount({ packages: ['studio', 'master_course'] })
const visitor = await academy.newAccount()
const client = await connect(learner.token)
const withoutStudio = await connect(visitor.token)
afterAll(async () => {
  for (const client of open) await client.close()
})

describe('the server', () => {
  test.each([
    ['legacy', '2025-11-25'],
    ['auto', '2026-07-28'],
  ] as const)('MCP-01 serves the official client, which negotiates by %s', async (mode, revision) => {
    const connected = await connect(learner.token, mode)
    expect(connected.getNegotiatedProtocolVersion()).toBe(revision)
    expect(connected.getServerVersion()).toMatchObject({ name: 'vibe-coding-academy', websiteUrl: WEB })
    expect(connected.getInstructions()).toMatch(STUDIO_PRICE)
    expect((await connected.listPrompts()).prompts.map(({ name }) => name)).toContain('write-a-brief')
    expect(textsOf(await connected.getPrompt({ name: 'write-a-brief', arguments: { product: 'Tea', country: 'France' } }))).toEqual([
      'Write a brief for Tea\nfor readers in France.',
    ])
  })

  test('MCP-09 over HTTP nothing is announced, and subscriptions are refused', async () => {
    expect(client.getServerCapabilities()).toMatchObject({ prompts: { listChanged: false }, resources: { listChanged: false } })
    await expect(client.listen({ promptsListChanged: true })).rejects.toThrow('Subscription limit reached')
  })
})

describe('prompts', () => {
  const save = async (title: string, content: string) => {
    const { output } = await callTool(client, 'save_prompt', { title, description: `For ${title}`, content })
    return output as { id: string; title: string; url: string }
  }

  test('MCP-02 MCP-04 PROMPT-66 own prompts are listed by their titles, each under a name of its own, with their fields', async () => {
    const { url, id } = await save('Ten Names!', 'Ten names for {{product name}}.')
    const twin = await save('ten names', 'Others')
    await save('Café 茶', 'One')
    await save('안녕', 'Hello')
    expect(url).toBe(`${WEB}/my-prompts/${id}`)
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual([
      'my-ten-names',
      `my-ten-names-${twin.id.slice(-8)}`,
      'my-cafe-茶',
      'my-안녕',
      'write-a-brief',
      'teach',
    ])
    expect(prompts[0]).toMatchObject({
      title: 'Ten Names!',
      description: 'For Ten Names!',
      arguments: [{ name: 'product name', required: false }],
    })
    expect(prompts.at(-2)?.description).toBe('For a product that does not exist yet. Use when a product has a name and nothing else.')
    expect(prompts.at(-2)?.arguments?.map(({ name }) => name)).toEqual(['product', 'country'])
    expect(textsOf(await client.getPrompt({ name: 'my-ten-names', arguments: { 'product name': 'tea & {{x}}' } }))).toEqual([
      'Ten names for tea & {{x}}.',
    ])
    expect(textsOf(await client.getPrompt({ name: 'my-안녕'.normalize('NFD') })), 'as macOS may type it').toEqual(['Hello'])
  })

  test('MCP-02 fields without a value stay, and the answer tells the coding tool to ask the user for them', async () => {
    expect(textsOf(await client.getPrompt({ name: 'write-a-brief', arguments: { product: 'Tea' } }))).toEqual([
      'Write a brief for Tea\nfor readers in {{country}}.',
      'Before you begin, ask me for what is not filled in: {{country}}.',
    ])
  })

  test('MCP-02 unknown prompts and fields are invalid parameters', async () => {
    for (const [name, values, message] of [
      ['nothing', {}, 'Resource not found'],
      ['my-nothing', {}, 'There is no prompt "my-nothing".'],
      ['write-a-brief', { prodct: 'Tea' }, 'This prompt has no field "prodct". It has: product, country.'],
      ['../prompts', {}, 'not found'],
    ] as const) {
      const error = await client.getPrompt({ name, arguments: values }).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: -32602, message: expect.stringContaining(message) })
    }
  })

  test('MCP-03 without the Studio the list has no prompts of the library, and prompts say what is missing, what it costs and where', async () => {
    expect((await withoutStudio.listPrompts()).prompts.map(({ name }) => name)).toEqual(['teach'])
    const error = await withoutStudio.getPrompt({ name: 'write-a-brief' }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ message: expect.stringMatching(STUDIO_PRICE), data: { code: 'entitlement_required', status: 403 } })
    for (const [tool, args] of [
      ['get_prompt', { id: 'write-a-brief' }],
      ['save_prompt', { title: 'a', description: 'b', content: 'c' }],
    ] as const) {
      const { isError, text } = await callTool(withoutStudio, tool, args)
      expect([isError, text]).toEqual([true, expect.stringMatching(STUDIO_PRICE)])
    }
    const { output } = await callTool(withoutStudio, 'search_prompts', { query: 'brief' })
    expect(output).toMatchObject({
      results: [{ id: 'write-a-brief', locked: true, snippet: null }],
      note: expect.stringMatching(STUDIO_PRICE),
    })
  })

  test('PROMPT-62 a repeated save_prompt with the same id saves one prompt', async () => {
    const other = await connect((await academy.newAccount({ packages: ['studio'] })).token)
    const texts = { id: randomUUID(), title: 'Ten names', description: 'For a name', content: 'Ten names.' }
    const [first, second] = [await callTool(other, 'save_prompt', texts), await callTool(other, 'save_prompt', texts)]
    expect([first.isError, second.isError, second.output]).toEqual([false, false, first.output])
    const changed = await callTool(other, 'save_prompt', { ...texts, content: 'Two names.' })
    expect([changed.isError, changed.text]).toEqual([true, expect.stringContaining('Choose another id')])
    const own = (await other.listPrompts()).prompts.filter(({ name }) => name.startsWith('my-'))
    expect(own.map(({ title }) => title)).toEqual(['Ten names'])
  })

  test('MCP-11 the Prompt Library is served as skills by the extension of the protocol', async () => {
    expect(client.getServerCapabilities()?.extensions).toEqual({ 'io.modelcontextprotocol/skills': {} })
    const uri = 'skill://write-a-brief/SKILL.md'
    const { contents } = await client.readResource({ uri })
    expect(contents).toEqual([
      expect.objectContaining({ uri, mimeType: 'text/markdown', text: expect.stringContaining('name: write-a-brief\n') }),
    ])
    await expect(withoutStudio.readResource({ uri })).rejects.toThrow('not found')
  })
})

describe('tools', () => {
  test('MCP-04 every tool has schemas and correct annotations', async () => {
    const { tools } = await client.listTools()
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]))
    const reads = { readOnlyHint: true, openWorldHint: false }
    const writes = { readOnlyHint: false, destructiveHint: false, openWorldHint: false }
    expect(hints).toEqual({
      search_prompts: reads,
      get_prompt: reads,
      save_prompt: { ...writes, idempotentHint: false },
      search_course: reads,
      get_tutorial: reads,
      current_tutorial: reads,
      check_project: writes,
      mark_done: { ...writes, idempotentHint: true },
      next_step: reads,
      finish_step: { ...writes, idempotentHint: true },
      where_am_i: reads,
    })
    for (const { title, description, inputSchema } of tools) {
      expect([title, description, inputSchema.type]).toEqual([expect.any(String), expect.any(String), 'object'])
    }
  })

  test('CHECK-12 over HTTP the check of the project says that it needs vca mcp', async () => {
    expect((await callTool(client, 'check_project', {})).text).toContain('adds `vca mcp` to this tool instead')
  })

  test('MCP-04 get_prompt fills the fields of a prompt and names those that it leaves', async () => {
    const { text, output } = await callTool(client, 'get_prompt', { id: 'write-a-brief', fields: { product: 'Tea' } })
    expect(text).toBe('Write a brief for Tea\nfor readers in {{country}}.')
    expect(output).toMatchObject({ title: 'Write a brief', fields: ['product', 'country'], missing: ['country'] })
  })

  test.each([
    ['get_prompt', {}, 'id'],
    ['get_prompt', { id: 'nothing' }, 'Resource not found'],
    ['save_prompt', { title: ' ', description: 'b', content: 'c' }, 'Title is required.'],
    ['search_course', { query: '' }, 'query'],
    ['get_tutorial', { id: 'nothing' }, 'Tutorial not found'],
    ['mark_done', { id: 'nothing' }, 'Tutorial not found'],
  ])('MCP-04 %s with %j says what is wrong', async (tool, args, message) => {
    const { isError, text } = await callTool(client, tool, args)
    expect([isError, text]).toEqual([true, expect.stringContaining(message)])
  })

  test('MCP-05 search_course, current_tutorial and mark_done lead through the course', async () => {
    const { output: results } = await callTool(client, 'search_course', { query: 'first steps' })
    expect(results).toMatchObject({ results: expect.arrayContaining([expect.objectContaining({ id: 'first-steps', locked: false })]) })
    const url = `${WEB}/courses/master-course/sessions/beginnings/tutorials/first-steps`
    const first = { id: 'first-steps', name: 'First steps', session: '1. Beginnings', url }
    expect((await callTool(client, 'current_tutorial')).output).toEqual({ tutorial: first, done: 0, total: 3 })
    expect((await callTool(client, 'mark_done', { id: 'first-steps' })).output).toEqual({
      id: 'first-steps',
      done: 1,
      total: 3,
      next: 'next-steps',
    })
    expect((await callTool(client, 'mark_done', { id: 'first-steps', done: false })).output).toMatchObject({ done: 0 })
  })
})

test('SEAT-23 MCP-02 prompts of the team are listed as `team-…` for members alone, also without the Studio', async () => {
  const [owner, member, other] = [
    await academy.newAccount({ packages: ['studio'] }),
    await academy.newAccount(),
    await academy.newAccount(),
  ]
  const purchase_id = await recordFacts(academy.app.db, owner.id).purchase({ seats: 2 })
  const texts = { title: 'Ten Names', description: 'For names', content: 'Ten names for {{product}}.' }
  await academy.app.sql`insert into prompts ${academy.app.sql({ account_id: owner.id, ...texts, team: true })}`
  await academy.app
    .sql`insert into seats (id, purchase_id, account_id, claimed_at) values (${randomUUID()}, ${purchase_id}, ${member.id}, now())`
  const [members, others, owners] = [await connect(member.token), await connect(other.token), await connect(owner.token)]
  const named = async (mcp: Client) => (await mcp.listPrompts()).prompts.filter(({ title }) => title === 'Ten Names')
  const listed = { name: 'team-ten-names', description: 'For names', arguments: [{ name: 'product' }] }
  expect(await named(members)).toMatchObject([listed])
  expect(textsOf(await members.getPrompt({ name: 'team-ten-names', arguments: { product: 'Tea' } }))).toEqual(['Ten names for Tea.'])
  expect(await named(others)).toEqual([])
  await expect(others.getPrompt({ name: 'team-ten-names' })).rejects.toThrow('There is no prompt "team-ten-names"')
  expect((await named(owners)).map(({ name }) => name)).toEqual(['my-ten-names'])
  await academy.app.sql`delete from seats where account_id = ${member.id}`
  expect(await named(members)).toEqual([])
})

describe('tutorials', () => {
  test('MCP-06 are resources in Markdown; listing and reading them changes no progress', async () => {
    const { resources } = await client.listResources()
    const uri = 'academy://tutorials/first-steps'
    expect(resources.map(({ name }) => name)).toEqual(['first-steps', 'next-steps', 'last-steps'])
    expect(resources[0]).toMatchObject({ uri, title: 'First steps', mimeType: 'text/markdown' })
    const { contents } = await client.readResource({ uri })
    const markdown =
      '# First steps\n\nThe author last checked facts that change, such as names and prices, on 2026-11-02.\n\n## First steps\n\nRead this **first** & then [that](https://example.com/a).\n\n- one\n- two\n\n## Prompt\n\n```\nExplain {{topic}} to me.\n```'
    expect(contents).toEqual([{ uri, mimeType: 'text/markdown', text: markdown }])
    expect((await callTool(client, 'get_tutorial', { id: 'first-steps' })).text).toBe(markdown)
    for (const id of ['nothing', '%E0%A4%A'])
      await expect(client.readResource({ uri: `academy://tutorials/${id}` })).rejects.toMatchObject({ code: -32602 })
  })

  test('MCP-06 reading starts no tutorial, and never ends an open guarantee', async () => {
    const buyer = await academy.newAccount()
    await recordFacts(academy.app.db, buyer.id).purchase({ charge_id: 'ch_1' })
    const reader = await connect(buyer.token)
    await reader.readResource({ uri: 'academy://tutorials/first-steps' })
    await expect(reader.readResource({ uri: 'academy://tutorials/last-steps' })).rejects.toThrow('money-back guarantee')
    const { isError, text } = await callTool(reader, 'get_tutorial', { id: 'last-steps' })
    expect([isError, text]).toEqual([true, expect.stringContaining(`in the web app (${WEB}/courses), or with \`vca tutorial --start\``)])
    for (const table of ['tutorial_progress', 'course_starts']) {
      expect(await academy.owner`select 1 from ${academy.owner(table)} where account_id = ${buyer.id}`).toEqual([])
    }
  })

  test('MCP-06 a locked tutorial says what the course costs and where to get it', async () => {
    const price = /Master Course costs €\d+.* or .\d+: https:\/\/academy\.example\.test\/courses\/master-course/
    await expect(withoutStudio.readResource({ uri: 'academy://tutorials/last-steps' })).rejects.toThrow(price)
    expect(await callTool(withoutStudio, 'get_tutorial', { id: 'last-steps' })).toMatchObject({
      isError: true,
      text: expect.stringMatching(price),
    })
  })
})
