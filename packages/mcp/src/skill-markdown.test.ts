import { expect, test } from 'vitest'
import { skillDescription } from './skill-markdown.ts'

test('MCP-11 a long description of a skill does not end inside an emoji', () => {
  const description = skillDescription('Board', '🟩'.repeat(2_000))
  expect(description.isWellFormed()).toBe(true)
  expect([...description]).toHaveLength(1024)
})
