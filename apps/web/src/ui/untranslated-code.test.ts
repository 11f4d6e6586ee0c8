import { expect, it } from 'vitest'
import { keepCodeUntranslated } from './untranslated-code.ts'

it('marks code and blocks of code', () => {
  expect(keepCodeUntranslated('<p>Type <code>git log</code>.</p><pre class="code"><code>a</code></pre>')).toBe(
    '<p>Type <code translate=no>git log</code>.</p><pre translate=no class="code"><code translate=no>a</code></pre>',
  )
})

it('adds nothing that ends an attribute', () => {
  expect(keepCodeUntranslated('<img alt="<code onerror=x">')).toBe('<img alt="<code translate=no onerror=x">')
})
