import { expect, test } from 'vitest'
import { addCode, partToText } from './join-prompt-and-code.ts'

const line = "Here's an example of code that does work below, and that you can take inspiration from (in javascript):"

test('TUT-20 joins the prompt, the line about the code and the code', () => {
  expect(addCode(partToText('<p>Build a page.</p>'), '<pre><code>const a = 1\nconst b = 2</code></pre>')).toBe(
    `Build a page.\n\n${line}\n\nconst a = 1\nconst b = 2`,
  )
})

test('TUT-20 D-46 returns the prompt or the code alone, without the line, when the other is missing', () => {
  expect(addCode(partToText('<p>Build a page.</p>'), '<p></p>')).toBe('Build a page.')
  expect(addCode(partToText(undefined), '<pre><code>const a = 1</code></pre>')).toBe('const a = 1')
  expect(addCode(partToText('<p> </p>'), undefined)).toBe('')
})
