import { expect, test } from 'vitest'
import { pluralize } from './pluralize.ts'

test.each([
  [0, '0 prompts'],
  [1, '1 prompt'],
  [999, '999 prompts'],
  [1000, '1,000 prompts'],
  [1_234_567, '1,234,567 prompts'],
])('formats %i as %s', (count, text) => {
  expect(pluralize(count, 'prompt')).toBe(text)
})
