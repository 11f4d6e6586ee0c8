import { expect, test } from 'vitest'
import { connectCommands, installLinks, tokenSetups } from './tool-setups.ts'

const URL_OF_MCP = 'https://academy.example/mcp'

test('CONNECT-13 the install links have the configuration that Cursor and VS Code read', () => {
  const { cursor, vsCode } = installLinks(URL_OF_MCP)
  const { origin, pathname, searchParams } = new URL(cursor)
  expect([origin + pathname, searchParams.get('name')]).toEqual(['https://cursor.com/install-mcp', 'academy'])
  expect(JSON.parse(atob(searchParams.get('config') ?? ''))).toEqual({ url: URL_OF_MCP })
  const [address, config] = vsCode.split('?')
  expect(address).toBe('vscode:mcp/install')
  expect(JSON.parse(decodeURIComponent(config ?? ''))).toEqual({ name: 'academy', type: 'http', url: URL_OF_MCP })
})

test('CONNECT-13 the commands of Claude Code and Codex need no token', () => {
  expect(connectCommands(URL_OF_MCP).map(({ tool, text }) => [tool, text])).toEqual([
    ['Claude Code', `claude mcp add --transport http academy ${URL_OF_MCP}`],
    ['Codex', `codex mcp add academy --url ${URL_OF_MCP}`],
  ])
})

test('MCP-12 the set-up of each tool has the URL of the academy, and no token', () => {
  const setups = tokenSetups(URL_OF_MCP)
  expect(setups.map(({ tool }) => tool)).toEqual(['Claude Code', 'Cursor', 'VS Code', 'Codex'])
  for (const { text } of setups) expect([text.split(URL_OF_MCP).length, text.includes('vca_')]).toEqual([2, false])
})

test('MCP-12 the files of Cursor and VS Code are JSON, with the names that the tools read', () => {
  const [, cursor, code] = tokenSetups(URL_OF_MCP).map(({ text }) => text)
  expect(JSON.parse(cursor ?? '')).toEqual({
    mcpServers: { academy: { url: URL_OF_MCP, headers: { Authorization: ['Bearer $', '{env:VCA_TOKEN}'].join('') } } },
  })
  expect(JSON.parse(code ?? '').servers.academy).toEqual({
    type: 'http',
    url: URL_OF_MCP,
    headers: { Authorization: ['Bearer $', '{input:academy-token}'].join('') },
  })
})
