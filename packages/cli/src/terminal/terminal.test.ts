import { PassThrough } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import { openTerminal } from './terminal.ts'

const { isTTY } = process.stdout
afterEach(() => {
  process.stdout.isTTY = isTTY
  vi.restoreAllMocks()
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

test('CLI-07 prints JSON without control characters, with the same values', () => {
  let printed = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text
    return true
  })
  const value = { text: `${HOSTILE}\u007f\u0080\u009f ü` }
  openTerminal({}).printJson(value)
  expect(printed).toContain('\\u009b31m')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds them.
  expect(printed).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/)
  expect(JSON.parse(printed)).toEqual(value)
})

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('CLI-08 ends a question with a message after %s', async (_, key) => {
  const [input, output] = [new PassThrough(), Object.assign(new PassThrough(), { isTTY: true })]
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as never)
  vi.spyOn(process, 'stderr', 'get').mockReturnValue(output as never)
  const answer = openTerminal({}).ask('Delete it? [y/N] ')
  input.write(key)
  await expect(answer).rejects.toMatchObject({ name: 'CliError', message: '\nCancelled.' })
})
