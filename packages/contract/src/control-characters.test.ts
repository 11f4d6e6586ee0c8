import { expect, test } from 'vitest'
import { removeControls } from './control-characters.ts'
import { TEXT_WITHOUT_CONTROLS } from './text.ts'

const everyCharacter = Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code))

test('PROMPT-61 removes the characters that the API refuses, and keeps all others', () => {
  for (const character of everyCharacter) {
    const isLineBreak = character === '\v' || character === '\f'
    const expected = TEXT_WITHOUT_CONTROLS.test(character) ? character : isLineBreak ? '\n' : ''
    expect([character, removeControls(`a${character}b`)]).toEqual([character, `a${expected}b`])
  }
  expect(everyCharacter.filter((character) => character < ' ' && TEXT_WITHOUT_CONTROLS.test(character))).toEqual(['\t', '\n', '\r'])
})

test('EDGE-17 removes half of a surrogate pair, and keeps whole ones', () => {
  expect(removeControls('a\ud83eb\udd8ac🦊')).toBe('abc🦊')
})
