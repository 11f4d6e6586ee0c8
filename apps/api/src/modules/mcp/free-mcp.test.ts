import type { Client } from '@modelcontextprotocol/client'
import { afterAll, expect, test } from 'vitest'
import { startListeningAcademy } from '../../testing/listening-academy.ts'
import { connectFreeMcp } from '../../testing/mcp-client.ts'

const WEB = 'https://academy.example.test'
const COURSE_PRICE = /Master Course costs €\d+ or .\d+: https:\/\/academy\.example\.test\/courses\/master-course/
const PAID = 'paidsecret'

const academy = await startListeningAcademy({ WEB_ORIGIN: WEB, RATE_LIMIT_PUBLIC_PER_MINUTE: '100000' })
const part = (html: string) => ({ html, blocks: [{ type: 'code', content: html }] })
await academy.publish.tutorial('hidden-steps', 'beginnings', {
  name: 'Hidden steps',
  position: 9,
  free: false,
  parts: { description: `<p>${PAID}</p>`, prompt: `<p>${PAID}</p>` },
})
await academy.publish.resource('sample-prompt', {
  name: 'A sample',
  description: 'What it is for',
  sample: true,
  parts: { prompt: part('<pre><code>Describe {{product}}.</code></pre>'), code_sample: part(`<p>${PAID}</p>`) },
})
await academy.publish.resource('paid-prompt', { name: 'Not a sample', parts: { prompt: part(`<p>${PAID}</p>`) } })

const open: Client[] = []
const connect = async (mode?: 'legacy' | 'auto') => {
  const client = await connectFreeMcp(academy.url, mode)
  open.push(client)
  return client
}
const client = await connect()
afterAll(async () => {
  for (const client of open) await client.close()
})

async function callTool(name: string, args: Record<string, unknown> = {}) {
  const { content, isError = false, structuredContent } = await client.callTool({ name, arguments: args })
  return { text: content.map((item) => (item.type === 'text' ? item.text : '')).join(), isError, output: structuredContent }
}

test.each(['legacy', 'auto'] as const)('CONNECT-14 serves the official client without a sign-in, by %s', async (mode) => {
  const connected = await connect(mode)
  expect((await connected.listTools()).tools.map(({ name }) => name)).toEqual(['list_skills', 'read_skill', 'next_step', 'finish_step'])
  expect((await connected.listPrompts()).prompts).toMatchObject([
    { name: 'sample-prompt', title: 'A sample', arguments: [{ name: 'product' }] },
    { name: 'teach' },
  ])
  const { messages } = await connected.getPrompt({ name: 'sample-prompt', arguments: { product: 'tea' } })
  expect(messages.map(({ content }) => content)).toEqual([{ type: 'text', text: 'Describe tea.' }])
  const { resources } = await connected.listResources()
  expect(resources.map(({ uri }) => uri)).toEqual(['academy://tutorials/first-steps', 'academy://tutorials/next-steps'])
  const { contents } = await connected.readResource({ uri: 'academy://tutorials/first-steps' })
  expect(JSON.stringify(contents)).toContain('Read this **first**')
})

test('CONNECT-14 clients that know tools only list the skills and read them', async () => {
  const { output } = await callTool('list_skills')
  expect(output).toEqual({
    skills: [
      { name: 'first-steps', kind: 'tutorial', title: 'First steps', description: expect.any(String) },
      { name: 'next-steps', kind: 'tutorial', title: 'Next steps', description: expect.any(String) },
      { name: 'sample-prompt', kind: 'prompt', title: 'A sample', description: 'What it is for' },
    ],
  })
  const tutorial = await callTool('read_skill', { name: 'next-steps' })
  expect([tutorial.isError, tutorial.text]).toEqual([
    false,
    expect.stringMatching(/^# Next steps\n\nhttps:\/\/academy\.example\.test\/free\/next-steps\n\n.*Explain \{\{topic\}\} to me\./s),
  ])
  expect((await callTool('read_skill', { name: 'sample-prompt' })).text).toContain('Describe {{product}}.')
  expect(await callTool('read_skill', { name: 'nothing' })).toMatchObject({
    isError: true,
    text: 'There is no skill "nothing". list_skills has all names.',
  })
})

test('CONNECT-14 whatever is not free says what it costs and where to get it, and none of its text leaves', async () => {
  const locked = await callTool('read_skill', { name: 'hidden-steps' })
  expect([locked.isError, locked.text]).toEqual([true, expect.stringMatching(COURSE_PRICE)])
  await expect(client.readResource({ uri: 'academy://tutorials/hidden-steps' })).rejects.toThrow(COURSE_PRICE)
  await expect(client.getPrompt({ name: 'paid-prompt' })).rejects.toThrow(/Vibe Coding Studio costs/)
  const said = [
    locked.text,
    (await callTool('list_skills')).text,
    (await callTool('read_skill', { name: 'sample-prompt' })).text,
    (await callTool('read_skill', { name: 'paid-prompt' })).text,
    JSON.stringify(await client.listResources()),
    JSON.stringify(await client.listPrompts()),
  ].join()
  expect(said).not.toContain(PAID)
  expect(said).not.toContain('hidden-steps"')
})

test('CONNECT-14 has strict limits for each address, and refuses batches and pages of other sites', async () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${academy.url}/mcp/free`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    })
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  expect((await post(`[${ping}]`)).status).toBe(400)
  expect((await post(ping, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await post(' '.repeat(33 * 1024) + ping)).status).toBe(413)
  let response = await post(ping)
  for (let sent = 0; sent < 60 && response.status !== 429; sent += 1) response = await post(ping)
  expect([response.status, response.headers.get('retry-after'), response.headers.get('ratelimit-policy')]).toEqual([
    429,
    expect.stringMatching(/^\d+$/),
    expect.stringContaining('"free-tools";q=60;w=60'),
  ])
})
