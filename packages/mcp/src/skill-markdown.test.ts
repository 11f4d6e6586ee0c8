import { expect, test } from 'vitest'
import { skillDescription } from './skill-markdown.ts'

test('MCP-11 PROMPT-66 the description of a skill says what it does and when to use it', () => {
  const [title, use_when] = ['Draw a board', 'a plan has more than five steps']
  expect(skillDescription({ title, description: 'Shows a  plan\nas cards.', use_when })).toBe(
    'Draw a board. Shows a plan as cards. Use when a plan has more than five steps.',
  )
  expect(skillDescription({ title: 'Is it slow?', description: '', use_when: null })).toBe('Is it slow?')
})

test('MCP-11 PROMPT-66 a long description of a skill is cut before its “Use when”, and not inside an emoji', () => {
  const description = skillDescription({ title: 'Board', description: '🟩'.repeat(2_000), use_when: 'a plan is long' })
  expect(description.isWellFormed()).toBe(true)
  expect([...description]).toHaveLength(1024)
  expect(description).toMatch(/🟩 Use when a plan is long\.$/)
})
