import fc from 'fast-check'
import { expect, test } from 'vitest'
import { code } from '../../../testing/notion-blocks.ts'
import { renderBlocks, textContent } from '../../../testing/render-blocks.ts'

const render = (source: string, language?: Parameters<typeof code>[1]): Promise<string> => renderBlocks([code(source, language)])

test('TUT-20 highlights code with classes and no styles, and keeps its text exactly', async () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code being shown.
  const source = '\n\nconst a = "<b>" // &amp; ok\n\tif (a && `${b}`) { return <div className="x">{a}</div> }\n\n'
  const html = await render(source, 'javascript')
  expect(html).toMatch(/^<pre class="code" data-language="javascript" tabindex="0"><code>/)
  expect(html).toContain('<span class="tok-keyword">const</span>')
  expect(html).not.toContain('style=')
  expect(textContent(html)).toBe(source)
})

const languages = [
  'javascript',
  'typescript',
  'json',
  'bash',
  'sql',
  'html',
  'css',
  'python',
  'yaml',
  'markdown',
  'diff',
  'plain text',
  'rust',
  'go',
  'mermaid',
] as const

test('TUT-20 keeps the text of any code in any language', async () => {
  const fragment = fc.constantFrom(
    '<',
    '>',
    '&',
    '"',
    "'",
    '`',
    '\\',
    '\n',
    '\t',
    '  ',
    '</pre>',
    '</code>',
    '<!--',
    '-->',
    '${',
    '}',
    '{',
    '/*',
    '#',
    'a',
    'const ',
    'é',
    '👩‍🚀',
    '```\n',
    '---\n',
    '&lt;',
    '&#60;',
    ']]>',
    '<script>',
  )
  const source = fc.oneof(
    fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join('')),
    fc.string({ unit: 'grapheme' }),
  )
  await fc.assert(
    fc.asyncProperty(source, fc.constantFrom(...languages), async (written, language) => {
      const expected = written
        .replace(/\r\n?/g, '\n')
        .toWellFormed()
        .replace(/(?![\t\n])\p{Cc}/gu, '')
      const html = await render(`x${written}`, language)
      return textContent(html) === `x${expected}`
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['rust', 'fn main() { let a = 1; }'],
  ['go', 'func main() { return }'],
  ['mermaid', 'graph TD\n  A[Start] --> B{Works?}'],
] as const)('%s is colored', async (language, source) => {
  expect(await render(source, language)).toMatch(/<span class="tok-/)
})

test('very long code is shown plain', async () => {
  const source = 'const a = 1\n'.repeat(10_000)
  const html = await render(source, 'javascript')
  expect(html).not.toContain('tok-')
  expect(textContent(html)).toBe(source)
})
