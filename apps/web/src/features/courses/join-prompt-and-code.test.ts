import { expect, test } from 'vitest'
import { addCode, partToText, promptToText } from './join-prompt-and-code.ts'

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

const first = '<pre><code>Look first.</code></pre>'
const second = '<pre><code>Then build.\nStop.</code></pre>'
const remark = '<p><em>Not yet tried on a tool.</em></p>'

test('TUT-20 copies a prompt without the closing remark for the reader', () => {
  expect(promptToText(`${first}${remark}\n`)).toBe('Look first.')
  expect(promptToText(`${first}<p>Do it <em>now</em>.</p>`)).toBe('Look first.\n\nDo it now.')
  expect(promptToText(remark)).toBe('')
  expect(promptToText('<p>Build a page.</p>')).toBe('Build a page.')
  expect(promptToText('<p> </p>')).toBe('')
})

test('TUT-20 copies several prompts with their headings', () => {
  expect(promptToText(`<h3>First</h3>${first}<h3>Then</h3>${second}${remark}`)).toBe('First\n\nLook first.\n\nThen\n\nThen build.\nStop.')
})

test('TUT-20 D-46 copies the sentences of a prompt beside its code blocks, and sections without one', () => {
  expect(promptToText(`<p>You are an editor.</p>${first}<p>Then stop.</p>`)).toBe('You are an editor.\n\nLook first.\n\nThen stop.')
  expect(promptToText(`<h3>First</h3><p>Write a brief.</p><h3>Then</h3>${first}`)).toBe('First\n\nWrite a brief.\n\nThen\n\nLook first.')
})
