import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { TUTOR_SKILL } from './tutor-skill.ts'

const root = path.join(import.meta.dirname, '../../..')
const read = (...names: string[]) => readFileSync(path.join(root, ...names), 'utf8')

test('CONNECT-15 the repository is a marketplace of one plugin, with the address of the free server and a skill that teaches', () => {
  const { plugins, owner } = JSON.parse(read('.claude-plugin/marketplace.json'))
  expect(plugins).toEqual([{ name: 'academy', source: './packages/mcp/plugin', description: expect.any(String) }])
  const [{ name, source, description }] = plugins
  expect(JSON.parse(read(source, '.claude-plugin/plugin.json'))).toEqual({ name, description, author: owner })
  expect(JSON.parse(read(source, '.mcp.json'))).toEqual({
    mcpServers: { 'academy-free': { type: 'http', url: ['$', '{VCA_URL:-http://localhost:3000}/mcp/free'].join('') } },
  })
  const skill = read(source, 'skills/academy-tutor/SKILL.md')
  expect(skill).toMatch(/^---\nname: academy-tutor\ndescription: .{50,1024}\n---\n/)
  expect(skill).toBe(TUTOR_SKILL)
})
