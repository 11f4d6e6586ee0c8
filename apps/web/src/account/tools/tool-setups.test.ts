import { expect, test } from 'vitest'
import { toolSetups } from './tool-setups.ts'

const URL = 'https://academy.example/mcp'

test('MCP-12 the set-up of each tool has the URL of the academy, and no token', () => {
  const setups = toolSetups(URL)
  expect(setups.map(({ tool }) => tool)).toEqual(['Claude Code', 'Cursor', 'VS Code', 'Codex'])
  for (const { text } of setups) expect([text.split(URL).length, text.includes('vca_')]).toEqual([2, false])
})

test('MCP-12 the files of Cursor and VS Code are JSON, with the names that the tools read', () => {
  const [, cursor, code] = toolSetups(URL).map(({ text }) => text)
  expect(JSON.parse(cursor ?? '')).toEqual({
    mcpServers: { academy: { url: URL, headers: { Authorization: ['Bearer $', '{env:VCA_TOKEN}'].join('') } } },
  })
  expect(JSON.parse(code ?? '').servers.academy).toEqual({
    type: 'http',
    url: URL,
    headers: { Authorization: ['Bearer $', '{input:academy-token}'].join('') },
  })
})
