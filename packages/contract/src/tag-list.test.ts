import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findMisquotedTag, formatTags, parseTags } from './tag-list.ts'

test.each([
  [' SQL,Review , SQL,, ', ['SQL', 'Review']],
  ['"Plan, then build", SQL', ['Plan, then build', 'SQL']],
  ['“Plan, then build” ,„SQL“', ['Plan, then build', 'SQL']],
  ['"""Done"", she said", 5" nails', ['"Done", she said', '5" nails']],
  ['" ", "", SQL', ['SQL']],
])('PROMPT-43 reads the tags of %j', (text, tags) => {
  expect([parseTags(text), findMisquotedTag(text)]).toEqual([tags, undefined])
})

test.each([
  ['SQL, "Plan, then build', '"Plan'],
  ['"Plan", "Done" twice', '"Done" twice'],
])('PROMPT-43 finds a quotation mark in %j that encloses no whole tag', (text, tag) => {
  expect(findMisquotedTag(text)).toBe(tag)
})

test('PROMPT-43 writes only tags with a comma, or with a quotation mark in front, in quotation marks', () => {
  expect(formatTags(['SQL', 'Plan, build', '5" nails', '"Done"'])).toBe('SQL, "Plan, build", 5" nails, """Done"""')
})

test('PROMPT-43 reads the same tags that were written as a list', () => {
  const tag = fc
    .array(fc.oneof(fc.constantFrom(',', '"', '“', '”', '„', '""', '",', ' ', 'a'), fc.string({ unit: 'grapheme' })), { minLength: 1 })
    .map((words) => words.join('').trim())
    .filter((words) => words !== '')
  fc.assert(
    fc.property(fc.uniqueArray(tag), (tags) => {
      const text = formatTags(tags)
      expect([parseTags(text), findMisquotedTag(text)]).toEqual([tags, undefined])
    }),
  )
})
