import { expect, test } from 'vitest'
import { promptText } from './prompt-text.ts'

const line = "Here's an example of code that does work below, and that you can take inspiration from (in javascript):"

test('TUT-20 the prompt, the line about the code, then the code', () => {
  expect(promptText({ prompt: '<p>Build a page.</p>', codeSample: '<pre><code>const a = 1\nconst b = 2</code></pre>' })).toBe(
    `Build a page.\n\n${line}\n\nconst a = 1\nconst b = 2`,
  )
})

test('TUT-20 D-46 without code only the prompt, without a prompt only the code, and no line about it', () => {
  expect(promptText({ prompt: '<p>Build a page.</p>', codeSample: '<p></p>' })).toBe('Build a page.')
  expect(promptText({ prompt: undefined, codeSample: '<pre><code>const a = 1</code></pre>' })).toBe('const a = 1')
  expect(promptText({ prompt: '<p> </p>', codeSample: undefined })).toBe('')
})
