import { expect, test } from 'vitest'
import { splitSections, unescapePrompt } from './prompt-sections.ts'

const codeBlock = (code: string) => `<pre class="code" data-language="text"><code>${code}</code></pre>`

test('splits at headings and copies the code block without its explanation', () => {
  const html = `<p>Use them in turn.</p><h3>One</h3>${codeBlock('a &lt; b')}<h3>Two</h3><p>Then:</p>${codeBlock('c')}${codeBlock('d')}`
  expect(splitSections(html)).toEqual({
    intro: '<p>Use them in turn.</p>',
    sections: [
      { title: 'One', key: 'One', html: codeBlock('a &lt; b'), copyHtml: codeBlock('a &lt; b') },
      { title: 'Two', key: 'Two', html: `<p>Then:</p>${codeBlock('c')}${codeBlock('d')}`, copyHtml: codeBlock('c') + codeBlock('d') },
    ],
  })
})

test.each([
  ['a block without a heading', codeBlock('a')],
  ['text', '<p>You are a reviewer.</p><p>Be kind.</p>'],
  ['a prompt that is text with headings of its own', `<h3>Role</h3><p>Reviewer</p><h3>Answer</h3>${codeBlock('json')}`],
  ['a block before the first heading', `${codeBlock('a')}<h3>One</h3>${codeBlock('b')}`],
])('does not split: %s', (_, html) => {
  expect(splitSections(html)).toEqual({ intro: '', sections: [{ title: null, key: '', html, copyHtml: html }] })
})

test('keeps smaller headings inside their section', () => {
  const html = `<h3>One</h3><h4>First step</h4>${codeBlock('a')}`
  expect(splitSections(html).sections).toEqual([
    { title: 'One', key: 'One', html: `<h4>First step</h4>${codeBlock('a')}`, copyHtml: codeBlock('a') },
  ])
})

test('separates the lines of a heading by a space', () => {
  const [section] = splitSections(`<h3>First draft<br />of a <em>plan</em></h3>${codeBlock('a')}`).sections
  expect([section?.title, section?.key]).toEqual(['First draft of a plan', 'First draft of a plan'])
})

test('PROMPT-52 gives each section a unique key, also under equal headings', () => {
  const html = ['Prompt', 'Prompt (2)', 'Prompt', 'x'.repeat(400)].map((title) => `<h3>${title}</h3>${codeBlock('a')}`).join('')
  expect(splitSections(html).sections.map(({ key }) => key)).toEqual(['Prompt', 'Prompt (2)', 'Prompt (3)', 'x'.repeat(150)])
})

test('PROMPT-52 cuts no character of a long heading in half', () => {
  const [section] = splitSections(`<h3>${'x'.repeat(149)}🎉</h3>${codeBlock('a')}`).sections
  expect(section?.key).toBe('x'.repeat(149))
})

test.each([
  ['without a field', '<p title="\\{{">Keep \\{{name}}.</p>', '<p title="\\{{">Keep {{name}}.</p>'],
  ['with a field', '<p>Keep \\{{name}} in {{file}}.</p>', '<p>Keep \\{{name}} in {{file}}.</p>'],
  ['with a field that consists of two elements', '<p>{{<b>a</b>}} \\{{x}}</p>', '<p>{{<b>a</b>}} \\{{x}}</p>'],
])('PROMPT-40 writes literal braces for the escapes of a prompt only if it has no field: %s', (_, html, unescaped) => {
  expect(unescapePrompt(html)).toBe(unescaped)
})
