import { expect, test } from 'vitest'
import { addHangingIndents } from './hanging-indent.ts'

const hung = (code: string) => {
  const root = document.createElement('div')
  root.innerHTML = `<pre class="code"><code>${code}</code></pre>`
  addHangingIndents(root)
  return root
}
const lines = (root: HTMLElement) =>
  [...root.querySelectorAll<HTMLElement>('.code-line')].map((line) => [line.style.getPropertyValue('--hang'), line.textContent])

test('indents each line of a code block and keeps its colors', () => {
  const root = hung('<span class="tok-keyword">if</span> (a) {\n  <span class="tok-function">go</span>()\n\n\tstop()\n}\n')
  expect(lines(root)).toEqual([
    ['2', 'if (a) {'],
    ['4', '  go()'],
    ['2', ''],
    ['4', '\tstop()'],
    ['2', '}'],
  ])
  expect(root.querySelectorAll('.tok-keyword, .tok-function')).toHaveLength(2)
})

test('wraps prompts below their own text: prose at the margin, list items after their marker', () => {
  expect(lines(hung('Read the brief.\n- one\n  - two\n10. ten'))).toEqual([
    ['0', 'Read the brief.'],
    ['2', '- one'],
    ['4', '  - two'],
    ['4', '10. ten'],
  ])
})

test('keeps the indent of a line together with its first word', () => {
  const margins = [...hung('go(\n  <span class="tok-function">here</span>,\n\tthere)').querySelectorAll('.whitespace-pre')]
  expect(margins.map(({ textContent }) => textContent)).toEqual(['  ', '\t'])
})

test('indents lines once and leaves code alone whose elements span lines', () => {
  const root = hung('one\ntwo')
  const before = root.innerHTML
  addHangingIndents(root)
  expect(root.innerHTML).toBe(before)
  expect(hung('<span>one\ntwo</span>').innerHTML).not.toContain('code-line')
})
