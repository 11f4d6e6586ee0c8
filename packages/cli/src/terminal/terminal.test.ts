import { PassThrough } from 'node:stream'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
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

test('CLI-07 on a terminal, removes invisible characters, and keeps those that scripts and emoji need', () => {
  process.stdout.isTTY = true
  const { text } = openTerminal({})
  expect(text('Approve \u202eesaeler\u202c \u2066x\u2069 a\u200bb\u2060c\ufeffd\u00ade\u{e0041}f')).toBe('Approve esaeler x abcdef')
  expect(text('pay\u200dpal pay\u200cpal\u200d')).toBe('paypal paypal')
  for (const kept of ['👩\u200d💻', '❤\ufe0f', 'می\u200cخواهم', 'שלום\u200f!']) expect(text(kept)).toBe(kept)
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
  const value = { text: `${HOSTILE}\u007f\u0080\u009f ü \u202e\u200b\u{e0041}` }
  openTerminal({}).printJson(value)
  expect(printed).toContain('\\u009b31m')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds them.
  expect(printed).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/)
  expect(printed).toContain('\\u202e\\u200b\\udb40\\udc41')
  expect(JSON.parse(printed)).toEqual(value)
})

/** Asks on a terminal that a test controls. `input.write` types or pastes. */
function askOnTerminal() {
  const [input, output] = [new PassThrough(), Object.assign(new PassThrough(), { isTTY: true })]
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as never)
  vi.spyOn(process, 'stderr', 'get').mockReturnValue(output as never)
  return { input, answer: openTerminal({}).ask('Delete it? [y/N] ') }
}

test.each([
  ['Ctrl-C', '\u0003', 130],
  ['Ctrl-D', '\u0004', 1],
  ['a line and Ctrl-C', 'no\r\u0003', 130],
])('CLI-08 ends a question with a message after %s', async (_, key, exitCode) => {
  const { input, answer } = askOnTerminal()
  input.write(key)
  await expect(answer).rejects.toMatchObject({ name: 'CliError', message: '\nCancelled.', exitCode })
})

test('CLI-05 CLI-04 returns all lines of a pasted text, which may come in several parts', async () => {
  const { input, answer } = askOnTerminal()
  input.write('Ten names\r\r for {{thi')
  input.write('ng}}.\rShort ones.\r')
  expect(await answer).toBe('Ten names\n\n for {{thing}}.\nShort ones.')
})

test('CLI-05 CLI-04 the last line of a pasted text can be completed until Enter', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { input, answer } = askOnTerminal()
  input.write('Ten names\rfor {{thing}}')
  // after the pause that ends a pasted text
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  input.write('.\r')
  expect(await answer).toBe('Ten names\nfor {{thing}}.')
})
