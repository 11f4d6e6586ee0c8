import { expect, test } from 'vitest'
import { foldText } from './fold-text.ts'
import { FOLDED_PAIRS } from './testing/folded-pairs.ts'

test.each(FOLDED_PAIRS)('LEARN-62 “%s” is part of “%s” when both are folded', (query, text) => {
  expect(foldText(text)).toContain(foldText(query))
})

test.each([
  ['हाथ', 'हिथ'],
  ['plan', 'plane'],
  ['a b', 'ab'],
  ['a-b', 'ab'],
])('“%s” and “%s” stay different texts', (one, other) => {
  expect(foldText(one)).not.toBe(foldText(other))
})

test('folds a folded text to itself', () => {
  for (const text of FOLDED_PAIRS.flat()) expect(foldText(foldText(text))).toBe(foldText(text))
})
