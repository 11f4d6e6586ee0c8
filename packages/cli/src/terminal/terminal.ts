import { createInterface, type Interface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import { CliError, EXIT } from '../cli-error.ts'

type Style = 'bold' | 'dim'
const CODES: Record<Style, [number, number]> = { bold: [1, 22], dim: [2, 22] }

/** The control characters of ASCII except tab and newline, and those of Unicode (C1). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes them.
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g

/**
 * Invisible characters, which reverse the text after them or hide something in it. Marks of direction, variants of emoji, and joiners between
 * letters of the scripts that need them are not among them.
 */
const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}--[\u061c\u200c-\u200f\ufe00-\ufe0f]]|(?<=^|\p{ASCII})[\u200c\u200d]+|[\u200c\u200d]+(?=$|\p{ASCII})/gv

const escapeInJson = (text: string): string => text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Removes the characters of a text that would control the terminal or deceive its reader. */
const stripControls = (text: string): string => stripVTControlCharacters(text).replace(CONTROL, '').replace(INVISIBLE, '')

/** Returns JSON in which each character that `stripControls` removes from texts is escaped. */
const safeJson = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replace(/[\x7f-\x9f]/g, escapeInJson)
    .replace(INVISIBLE, escapeInJson)

export type Terminal = ReturnType<typeof openTerminal>

/** Opens the terminal: results go to standard output, questions and messages to standard error, so that results can be piped. */
export function openTerminal(env: NodeJS.ProcessEnv) {
  const { stdin, stdout, stderr } = process
  const isTerminal = stdout.isTTY === true
  const hasColors = isTerminal && !env.NO_COLOR && env.TERM !== 'dumb'

  const printable = (text: string): string => (isTerminal ? stripControls(text) : text)

  return {
    /** Whether standard output is a terminal. Otherwise the results are plain, for other programs. */
    isTerminal,
    /** Whether the user can be asked. */
    canAsk: stdin.isTTY === true && stderr.isTTY === true,
    style: (style: Style, text: string): string => {
      const [on, off] = CODES[style]
      return hasColors ? `\u001b[${on}m${printable(text)}\u001b[${off}m` : printable(text)
    },
    /** Prints lines of results. Pass parts that are not styled through `text`. */
    print: (line = ''): void => void stdout.write(`${line}\n`),
    /** Returns a text from the academy in a form that is safe to print. */
    text: printable,
    printJson: (value: unknown): void => void stdout.write(`${safeJson(value)}\n`),
    /** Prints a message for the user to standard error. */
    info: (line: string): void => void stderr.write(`${stripControls(line)}\n`),
    /** Asks for a text and returns it trimmed; a pasted one may have several lines. Throws if the user presses Ctrl-C or Ctrl-D instead. */
    async ask(question: string): Promise<string> {
      const lines = createInterface({ input: stdin, output: stderr, prompt: stripControls(question) })
      try {
        return (await readAnswer(lines)).trim()
      } finally {
        lines.close()
      }
    },
    /** Returns all of standard input. */
    readInput: async (): Promise<string> => (await buffer(stdin)).toString('utf8'),
  }
}

/** The longest pause between the lines of a pasted text, in milliseconds. */
const PASTE_PAUSE_MS = 50

/** Shows the prompt and returns the lines of the answer. The unfinished last line of a pasted text waits for Enter. Throws if the user cancels. */
const readAnswer = (lines: Interface): Promise<string> =>
  new Promise((resolve, reject) => {
    const answer: string[] = []
    let pause: NodeJS.Timeout
    const endUnlessUnfinished = (): void => {
      if (lines.line === '') resolve(answer.join('\n'))
    }
    lines.on('line', (line) => {
      answer.push(line)
      lines.setPrompt('')
      clearTimeout(pause)
      pause = setTimeout(endUnlessUnfinished, PASTE_PAUSE_MS)
    })
    const cancel = (exitCode?: CliError['exitCode']): void => {
      clearTimeout(pause)
      reject(new CliError('\nCancelled.', exitCode))
    }
    lines.on('SIGINT', () => cancel(EXIT.cancelled))
    lines.on('close', () => cancel())
    lines.prompt()
  })

/** Returns whether the answer to a question means yes. */
export const isYes = (answer: string): boolean => /^y(es)?$/i.test(answer)
