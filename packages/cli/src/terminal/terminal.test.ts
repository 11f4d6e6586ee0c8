import { afterEach, expect, test } from 'vitest'
import { openTerminal } from './terminal.ts'

const { isTTY } = process.stdout
afterEach(() => {
  process.stdout.isTTY = isTTY
})

const HOSTILE = 'a\u001b]0;title\u0007\u001b[2Jb\u009b31mc\rd\n\te'

test('CLI-07 on a terminal, removes control characters from texts and keeps line breaks', () => {
  process.stdout.isTTY = true
  const terminal = openTerminal({})
  expect(terminal.text(HOSTILE)).toMatch(/^ab(31m)?cd\n\te$/)
  expect(terminal.style('bold', '\u001b[31mTitle')).toBe('\u001b[1mTitle\u001b[22m')
})

test('CLI-07 NO_COLOR and dumb terminals get no styles', () => {
  process.stdout.isTTY = true
  for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) expect(openTerminal(env).style('bold', '\u001b[31mTitle')).toBe('Title')
})

test('CLI-07 in a pipe, prints texts unchanged and without styles', () => {
  process.stdout.isTTY = false
  const terminal = openTerminal({})
  expect(terminal.text(HOSTILE)).toBe(HOSTILE)
  expect(terminal.style('bold', 'Title')).toBe('Title')
})
