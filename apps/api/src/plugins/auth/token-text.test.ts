import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTokenText, isWellFormed } from './token-text.ts'

test('TOKEN-02 is well formed, and no other text is: not one with a character exchanged, left out or added', () => {
  fc.assert(
    fc.property(fc.nat(43), fc.constantFrom(...'09AZaz_-é'), (at, other) => {
      const text = createTokenText()
      expect(text).toMatch(/^vca_[0-9A-Za-z]{40}$/)
      expect(isWellFormed(text)).toBe(true)
      const changed = `${text.slice(0, at)}${other}${text.slice(at + 1)}`
      expect([changed, isWellFormed(changed)]).toEqual([changed, changed === text])
      expect(isWellFormed(text.slice(0, at))).toBe(false)
      expect(isWellFormed(`${text}${other}`)).toBe(false)
    }),
  )
})

test('TOKEN-02 uses each letter and digit at each place about equally often', () => {
  const counts = new Map<string, number>()
  for (let made = 0; made < 2_000; made += 1)
    for (const character of createTokenText().slice(4, 38)) counts.set(character, (counts.get(character) ?? 0) + 1)
  // 1,097 of each are expected; the standard deviation is 33.
  expect([counts.size, Math.min(...counts.values()) > 850, Math.max(...counts.values()) < 1_350]).toEqual([62, true, true])
})
