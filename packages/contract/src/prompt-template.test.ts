import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillTemplate, missingFields, parseTemplate, templateFields } from './prompt-template.ts'

test.each([
  ['Sell {{product}} to {{ product }}.', ['product']],
  ['{{Größe_2-x}} and {{user  story}}', ['Größe_2-x', 'user story']],
  [String.raw`\{{product}} and \\{{product}}`, []],
  ['{{}} {{ }} {{-}} {{a.b}} {{a\nb}} {product} {{a}', []],
  ['{{{a}}}', ['a']],
  [`{{${'a'.repeat(60)}}} {{${'b'.repeat(61)}}}`, ['a'.repeat(60)]],
])('PROMPT-40 finds the fields of %j', (template, fields) => {
  expect(templateFields(template)).toEqual(fields)
})

test('PROMPT-40 fills fields, keeps those without a value unchanged, and removes the escapes', () => {
  const template = String.raw`{{ a }} {{b}} \{{c}} {{a}}`
  expect(fillTemplate(template, { a: '{{b}}', b: '  ' })).toBe('{{b}} {{b}} {{c}} {{b}}')
  expect(missingFields(template, { a: 'x' })).toEqual(['b'])
  expect(fillTemplate('{{constructor}}', {})).toBe('{{constructor}}')
})

/** Text with many braces and names. */
const templates = fc
  .array(fc.oneof(fc.constantFrom('{{', '}}', '{', '\\', 'a', ' ', '{{a}}', '{{ b c }}', '\\{{', '\n'), fc.string()))
  .map((words) => words.join(''))
const values = fc.dictionary(fc.constantFrom('a', 'b c'), fc.string())

test('PROMPT-40 the joined sources of the parts are the template', () => {
  const joined = (template: string) =>
    parseTemplate(template)
      .map(({ source }) => source)
      .join('')
  fc.assert(fc.property(templates, (template) => joined(template) === template))
})

test('PROMPT-40 an escaped text has no fields, and filling returns the text', () => {
  fc.assert(
    fc.property(templates, values, (text, given) => {
      const escaped = text.replaceAll('{{', '\\{{')
      expect(templateFields(escaped)).toEqual([])
      expect(fillTemplate(escaped, given)).toBe(text)
    }),
  )
})

test('PROMPT-40 values are never parsed, and only blank fields are missing', () => {
  fc.assert(
    fc.property(templates, values, (template, given) => {
      const filled = parseTemplate(template).map((part) =>
        part.field === undefined ? part.text : given[part.field]?.trim() ? given[part.field] : part.source,
      )
      expect(fillTemplate(template, given)).toBe(filled.join(''))
      expect(missingFields(template, given)).toEqual(templateFields(template).filter((name) => !given[name]?.trim()))
    }),
  )
})
