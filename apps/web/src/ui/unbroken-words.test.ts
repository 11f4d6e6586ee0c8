import { expect, test } from 'vitest'
import { keepWordsUnbroken } from './unbroken-words.ts'

function unbroken(html: string): { words: (string | null)[]; text: string | null } {
  const root = document.createElement('div')
  root.innerHTML = keepWordsUnbroken(html)
  const words = [...root.querySelectorAll('.whitespace-nowrap')].map(({ textContent }) => textContent)
  return { words, text: root.textContent }
}

test('keeps words with hyphens in inline code on one line, and the text as it is', () => {
  expect(unbroken('<p>Type well-known <code>git log  --oneline -n 3</code>.</p>')).toEqual({
    words: ['--oneline', '-n'],
    text: 'Type well-known git log  --oneline -n 3.',
  })
})

test('keeps words with hyphens in blocks of code on one line, also beside colors', () => {
  const code = '<span class="tok-function">git</span> commit<span class="tok-constant"> -m</span> "a\n- well-known b"\n'
  expect(unbroken(`<pre class="code" data-language="bash"><code>${code}</code></pre>`)).toEqual({
    words: ['-m', 'well-known'],
    text: 'git commit -m "a\n- well-known b"\n',
  })
})

test('keeps markup in the text of code as text', () => {
  expect(unbroken('<code>a-b &lt;img src=x onerror=alert(1)&gt;</code>')).toEqual({
    words: ['a-b'],
    text: 'a-b <img src=x onerror=alert(1)>',
  })
})

test.each([
  ['a word that is wider than a column on a phone', '<code>a-very-long-name-of-a-file-on-disk.js</code>'],
  ['code without hyphens', '<code>git status</code>'],
  ['text outside code', '<p>A well-known text</p>'],
])('leaves %s as it is', (_, html) => {
  expect(keepWordsUnbroken(html)).toBe(html)
})
