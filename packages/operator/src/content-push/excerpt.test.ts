import { expect, test } from 'vitest'
import { excerpt } from './excerpt.ts'
import { markdownToBlocks } from './markdown-blocks.ts'

const page = (prompt: string, code = 'let a\n\nlet b') =>
  markdownToBlocks(
    `## Prerequisite\n\n\`\`\`\nNot this\n\`\`\`\n\n## PROMPT\n\n### Named\n\nPaste it:\n\n\`\`\`text\n${prompt}\n\`\`\`\n\n## Code sample\n\n\`\`\`js\n${code}\n\`\`\``,
  )

test('the first prompt becomes one line, the first code keeps its lines', () => {
  expect(excerpt(page('Do it.\n\nThen:\n- rest'), 'prompt')).toBe('Do it. Then: - rest')
  expect(excerpt(page('x'), 'code sample')).toBe('let a\n\nlet b')
})

test('returns the first paragraph of a section without code, and nothing for a missing section', () => {
  expect(excerpt(markdownToBlocks('## Prompt\n\n- a list\n\nSome **words**.'), 'prompt')).toBe('Some words.')
  expect(excerpt(markdownToBlocks('## Prompt\n\n## Code sample\n\n```js\n1\n```'), 'prompt')).toBe('')
  expect(excerpt(markdownToBlocks('## Prompt\n\nA.'), 'code sample')).toBe('')
})

test('shortens more than 300 characters after a whole word or line, with an ellipsis', () => {
  const words = excerpt(page('word '.repeat(100)), 'prompt')
  expect(words).toMatch(/word…$/)
  expect(words.length).toBeLessThanOrEqual(300)
  const lines = excerpt(page('x', `${'const longName = 1\n'.repeat(40)}`), 'code sample')
  expect(lines).toMatch(/const longName = 1\n…$/)
  expect(lines.length).toBeLessThanOrEqual(300)
  expect(excerpt(page('x'.repeat(500)), 'prompt')).toHaveLength(300)
})
