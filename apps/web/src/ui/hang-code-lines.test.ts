import { expect, test } from 'vitest'
import { hangCodeLines } from './hang-code-lines.ts'

const hung = (code: string) => {
  const root = document.createElement('div')
  root.innerHTML = `<pre class="code"><code>${code}</code></pre>`
  hangCodeLines(root)
  return root
}
const lines = (root: HTMLElement) =>
  [...root.querySelectorAll<HTMLElement>('.code-line')].map((line) => [line.style.getPropertyValue('--hang'), line.textContent])

test('each line of a code block knows its indentation and keeps its colours', () => {
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

test('a prompt goes on below its own text: prose at the margin, list items behind their mark', () => {
  expect(lines(hung('Read the brief.\n- one\n  - two\n10. ten'))).toEqual([
    ['0', 'Read the brief.'],
    ['2', '- one'],
    ['4', '  - two'],
    ['4', '10. ten'],
  ])
})

test('lines are hung once, and code whose elements cross lines is left as it is', () => {
  const root = hung('one\ntwo')
  const before = root.innerHTML
  hangCodeLines(root)
  expect(root.innerHTML).toBe(before)
  expect(hung('<span>one\ntwo</span>').innerHTML).not.toContain('code-line')
})
