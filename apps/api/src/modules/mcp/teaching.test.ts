import type { Client } from '@modelcontextprotocol/client'
import { afterAll, describe, expect, test } from 'vitest'
import { startListeningAcademy } from '../../testing/listening-academy.ts'
import { connectFreeMcp, connectMcp } from '../../testing/mcp-client.ts'
import { recordFacts } from '../../testing/record-facts.ts'

const WEB = 'https://academy.example.test'
const COURSE_PRICE = /Master Course costs €\d+.* or .\d+: https:\/\/academy\.example\.test\/courses\/master-course/
const PAID = 'paidsecret'

const academy = await startListeningAcademy({ WEB_ORIGIN: WEB, RATE_LIMIT_PUBLIC_PER_MINUTE: '100000' })
const SEE = '<table><tbody><tr><th>Step</th><th>You should see</th></tr><tr><td>Build</td><td>A page</td></tr></tbody></table>'
const STEPS = ['Plan', 'Build', 'Look']
const htmlOf = (headings: readonly string[]) => headings.map((name) => `<h2>${name}</h2><p>About ${name}.</p>`).join('')
const publishTaught = (headings: readonly string[]) =>
  academy.publish.tutorial('taught', 'endings', {
    name: 'Taught',
    position: 0,
    free: false,
    parts: { description: `${htmlOf(headings)}${SEE}`, prompt: `<pre><code>${PAID} for {{topic}}</code></pre>` },
  })
await academy.publish.session('endings', 'master-course', { name: 'Endings', position: 2 })
await publishTaught(STEPS)

const open: Client[] = []
const opened = async (connecting: Promise<Client>) => {
  const client = await connecting
  open.push(client)
  return client
}
const connect = (token: string, mode?: 'legacy' | 'auto') => opened(connectMcp(academy.url, token, mode))
afterAll(async () => {
  for (const client of open) await client.close()
})

type Output = {
  tutorial: { id: string } | null
  step?: number | null
  heading?: string
  next?: { step: number } | null
  note?: string
}
async function callTool(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { content, isError = false, structuredContent } = await client.callTool({ name, arguments: args })
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  return { text, isError, output: structuredContent as Output }
}

const owner = () => academy.newAccount({ packages: ['master_course'] })

describe('the tools that teach', () => {
  test('TEACH-02 a client plays the course: each step of each tutorial once, in order, on a new connection after each', async () => {
    const { token } = await owner()
    const played: string[] = []
    for (let tutorial = ''; ; ) {
      const client = await connect(token, played.length % 2 ? 'auto' : 'legacy')
      const { output } = await callTool(client, 'next_step')
      if (output?.tutorial == null) break
      const { id } = output.tutorial
      if (output.step == null) {
        expect(output.note).toContain('what surprised them')
        await callTool(client, 'mark_done', { id })
      } else {
        if (tutorial !== id) expect(output.step).toBe(1)
        tutorial = id
        played.push(`${id} ${output.step} ${output.heading}`)
        await callTool(client, 'finish_step', { tutorial: id, step: output.step })
      }
    }
    expect(played).toEqual([
      ...['first-steps', 'next-steps', 'last-steps'].flatMap((id) => [
        `${id} 1 ${{ 'first-steps': 'First steps', 'next-steps': 'Next steps' }[id] ?? 'Last steps'}`,
        `${id} 2 Prompt`,
      ]),
      ...[...STEPS, 'Prompt'].map((heading, index) => `taught ${index + 1} ${heading}`),
    ])
  })

  test('TEACH-02 a step has its text, what the learner should see, and the prompt with its fields', async () => {
    const client = await connect((await owner()).token)
    const url = `${WEB}/courses/master-course/sessions/endings/tutorials/taught`
    const about = { tutorial: { id: 'taught', name: 'Taught', url }, of: 4 }
    const step = async (number: number) => (await callTool(client, 'next_step', { tutorial: 'taught', step: number })).output
    expect(await step(2)).toEqual({ ...about, step: 2, heading: 'Build', text: 'About Build.', you_should_see: 'A page' })
    const prompt = `${PAID} for {{topic}}`
    expect(await step(4)).toMatchObject({ ...about, step: 4, heading: 'Prompt', prompt, fields: ['topic'] })
    expect(await step(5)).toMatchObject({ ...about, step: null })
    expect((await callTool(client, 'next_step', { tutorial: 'taught' })).output).toMatchObject({ step: 1 })
  })

  test.each([
    ['next_step', { tutorial: 'nothing' }, 'Tutorial not found'],
    ['next_step', { tutorial: 'taught', step: 6 }, '"Taught" has 4 steps, so there is no step 6.'],
    ['next_step', { tutorial: 'taught', step: 0 }, 'step'],
    ['finish_step', { tutorial: 'taught', step: 5 }, '"Taught" has 4 steps, so there is no step 5.'],
    ['finish_step', { tutorial: 'taught' }, 'step'],
  ])('TEACH-02 %s with %j says what is wrong', async (tool, args, message) => {
    const { isError, text } = await callTool(await connect((await owner()).token), tool, args)
    expect([isError, text]).toEqual([true, expect.stringContaining(message)])
  })

  test('TEACH-03 where_am_i names the last finished step, and the program: as it names itself, or by its token', async () => {
    const { token } = await owner()
    const client = await connect(token)
    expect((await callTool(client, 'where_am_i')).output).toMatchObject({ tutorial: { id: 'first-steps' }, place: null, done: 0, total: 4 })
    await callTool(client, 'finish_step', { tutorial: 'taught', step: 2 })
    expect((await callTool(client, 'where_am_i')).output).toMatchObject({
      tutorial: { id: 'taught', session: '2. Endings' },
      place: { finished: 2, heading: 'Build', program: 'a-test' },
    })
    await callTool(await connect(token, 'legacy'), 'finish_step', { tutorial: 'taught', step: 3 })
    expect((await callTool(client, 'where_am_i')).output).toMatchObject({
      place: { finished: 3, program: 'Test' },
    })
  })

  test('TEACH-04 a tutorial that changed goes on after the nearest earlier heading, and says so', async () => {
    const client = await connect((await owner()).token)
    await callTool(client, 'finish_step', { tutorial: 'taught', step: 3 })
    await publishTaught(['Begin', 'Plan', 'Build', 'Test'])
    const next = async () => (await callTool(client, 'next_step', { tutorial: 'taught' })).output
    const note = expect.stringContaining('its step "Look", which the user finished, is gone')
    // The API hears of the change by a notification.
    await expect.poll(next).toMatchObject({ step: 4, heading: 'Test', note })
    await publishTaught(STEPS)
    await expect.poll(next).toMatchObject({ step: 4, heading: 'Prompt' })
    expect((await next()).note).toBeUndefined()
  })
})

describe('access', () => {
  test('TEACH-05 accounts without the course get no word of a paid step, but its price and address', async () => {
    const visitor = await academy.newAccount()
    const client = await connect(visitor.token)
    for (const [tool, args] of [
      ['next_step', { tutorial: 'taught' }],
      ['next_step', { tutorial: 'taught', step: 4 }],
      ['finish_step', { tutorial: 'taught', step: 1 }],
    ] as const) {
      const { isError, text } = await callTool(client, tool, args)
      expect([isError, text]).toEqual([true, expect.stringMatching(COURSE_PRICE)])
      for (const word of [PAID, ...STEPS, 'A page']) expect(text).not.toContain(word)
    }
    expect((await callTool(client, 'where_am_i')).text).not.toContain('taught')
    expect(await academy.owner`select 1 from tutorial_progress where account_id = ${visitor.id}`).toEqual([])
  })

  test('TEACH-05 no tool starts the course of a buyer with an open guarantee', async () => {
    const buyer = await academy.newAccount()
    await recordFacts(academy.app.db, buyer.id).purchase({ charge_id: 'ch_teach' })
    const client = await connect(buyer.token)
    for (const tool of ['next_step', 'finish_step']) {
      const { isError, text } = await callTool(client, tool, { tutorial: 'taught', step: 1 })
      expect([isError, text]).toEqual([true, expect.stringContaining('money-back guarantee')])
      expect(text).not.toContain('About')
    }
    for (const table of ['tutorial_progress', 'course_starts'])
      expect(await academy.owner`select 1 from ${academy.owner(table)} where account_id = ${buyer.id}`).toEqual([])
  })

  test('TEACH-06 at /mcp/free the answers carry the place, and paid tutorials have their price alone', async () => {
    const client = await opened(connectFreeMcp(academy.url))
    const played: unknown[] = []
    for (let step: number | undefined = 1; step !== undefined; ) {
      const { output } = await callTool(client, 'next_step', { tutorial: 'first-steps', step })
      played.push([output.step, output.heading])
      step = (await callTool(client, 'finish_step', { tutorial: 'first-steps', step })).output.next?.step
    }
    expect(played).toEqual([
      [1, 'First steps'],
      [2, 'Prompt'],
    ])
    expect((await callTool(client, 'next_step', { tutorial: 'first-steps', step: 3 })).output).toMatchObject({
      step: null,
      note: expect.stringContaining('what surprised them. The next tutorial is "Next steps".'),
    })
    for (const tool of ['next_step', 'finish_step']) {
      const { isError, text } = await callTool(client, tool, { tutorial: 'taught', step: 1 })
      expect([isError, text]).toEqual([true, expect.stringMatching(COURSE_PRICE)])
      for (const word of [PAID, ...STEPS]) expect(text).not.toContain(word)
    }
  })
})

test('TEACH-07 the prompt teach and the skill academy-tutor stand everywhere, with the text of the plugin', async () => {
  const client = await connect((await academy.newAccount()).token)
  for (const server of [client, await opened(connectFreeMcp(academy.url))]) {
    expect((await server.listPrompts()).prompts.at(-1)).toMatchObject({ name: 'teach', arguments: [{ name: 'tutorial', required: false }] })
    const { messages } = await server.getPrompt({ name: 'teach', arguments: { tutorial: 'Taught' } })
    expect(messages.map(({ content }) => content.type === 'text' && content.text)).toEqual([
      expect.stringContaining('Ask before you show.'),
      'Teach me Taught.',
    ])
  }
  const { contents } = await client.readResource({ uri: 'skill://academy-tutor/SKILL.md' })
  expect(contents).toMatchObject([{ mimeType: 'text/markdown', text: expect.stringMatching(/^---\nname: academy-tutor\n/) }])
})
