import { expect, test } from 'vitest'
import { startListeningAcademy } from '../../testing/listening-academy.ts'
import { connectMcp } from '../../testing/mcp-client.ts'
import { publisher } from '../../testing/published-pages.ts'
import { recordFacts } from '../../testing/record-facts.ts'

const academy = await startListeningAcademy({ WEB_ORIGIN: 'https://academy.example.test' })

test('MCP-04 MCP-05 the searches find tutorials and own prompts, however many other matches there are', async () => {
  const publish = publisher(academy.app.db)
  for (let number = 1; number <= 25; number++) await publish.resource(`read-${number}`, { name: `Read ${number}` })
  const { token } = await academy.newAccount({ packages: ['studio', 'master_course'] })
  const client = await connectMcp(academy.url, token)
  await client.callTool({ name: 'save_prompt', arguments: { title: 'Summary', description: 'Short', content: 'Read the text.' } })
  const search = async (name: string) => {
    const { structuredContent } = await client.callTool({ name, arguments: { query: 'read' } })
    return (structuredContent as { results: { kind: string; id: string; title: string }[] }).results
  }
  const course = await search('search_course')
  expect(course.map(({ id }) => id)).toEqual(expect.arrayContaining(['first-steps', 'next-steps']))
  expect(course.map(({ kind }) => kind)).not.toContain('resource')
  const prompts = await search('search_prompts')
  expect([prompts.length, prompts[0]]).toMatchObject([21, { kind: 'own_prompt', title: 'Summary' }])
  await client.close()
})

test('MCP-05 the search of the course says why it does not quote a tutorial that the buyer has not started', async () => {
  const buyer = await academy.newAccount()
  await recordFacts(academy.app.db, buyer.id).purchase({ charge_id: 'ch_1' })
  const client = await connectMcp(academy.url, buyer.token)
  const { structuredContent } = await client.callTool({ name: 'search_course', arguments: { query: 'last steps' } })
  expect(structuredContent).toMatchObject({
    results: expect.arrayContaining([expect.objectContaining({ id: 'last-steps', locked: true, snippet: null })]),
    note: expect.stringMatching(/If the user has bought it, .* web app.* guarantee\. Otherwise: Master Course costs €/),
  })
  await client.close()
})

test('MCP-05 the search of the course finds only what get_tutorial can read', async () => {
  const { token } = await academy.newAccount({ packages: ['master_course'] })
  const client = await connectMcp(academy.url, token)
  const { structuredContent } = await client.callTool({ name: 'search_course', arguments: { query: 'beginnings' } })
  expect((structuredContent as { results: { kind: string }[] }).results.map(({ kind }) => kind)).not.toContain('session')
  await client.close()
})
