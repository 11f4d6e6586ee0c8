import type { ListPromptsResult } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import { startListeningAcademy } from '../../testing/listening-academy.ts'

const academy = await startListeningAcademy()

const PROMPTS = 700
/** In bytes: a page and its last prompt. */
const LONGEST_PAGE = 270_000

async function listPrompts(token: string, params: object) {
  const response = await fetch(`${academy.url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/list', params }),
  })
  const text = await response.text()
  return { bytes: text.length, ...(JSON.parse(text.slice(text.indexOf('{'))) as { result: ListPromptsResult; error: object }) }
}

test('MCP-14 lists prompts in pages of bounded size, and fields only of prompts with few of them', async () => {
  const { id, token } = await academy.newAccount({ packages: ['studio'] })
  await academy.owner`insert into prompts (account_id, title, description, content)
    select ${id}, 'Prompt ' || n, repeat('d', 1000), case when n = 1
      then (select string_agg('{{field ' || field || '}}', '') from generate_series(1, 700) field) else '{{one}} and {{two}}' end
    from generate_series(1, ${PROMPTS}::int) n`
  const prompts: ListPromptsResult['prompts'] = []
  let cursor: string | undefined
  do {
    const { result, bytes } = await listPrompts(token, { ...(cursor !== undefined && { cursor }) })
    expect(bytes).toBeLessThan(LONGEST_PAGE)
    prompts.push(...result.prompts)
    cursor = result.nextCursor
  } while (cursor !== undefined)
  expect(new Set(prompts.map(({ name }) => name)).size).toBe(PROMPTS + 2)
  const fieldsOf = (name: string) => prompts.find((prompt) => prompt.name === name)?.arguments?.map((argument) => argument.name)
  expect([fieldsOf('my-prompt-1'), fieldsOf('my-prompt-2')]).toEqual([undefined, ['one', 'two']])
  expect((await listPrompts(token, { cursor: 'no cursor' })).error).toMatchObject({ code: -32602 })
})
