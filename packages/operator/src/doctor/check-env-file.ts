import { type Finding, problem } from './finding.ts'

const IGNORED = /^\s*(?:#.*)?$/
const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=[ \t]*(.*)$/

/**
 * A value in single quotes, in double quotes, or without quotes, and a comment behind it. Compose expands `$`, and `\` in double quotes; Node
 * begins a comment at any `#` and has backticks as quotes; Node ends single quotes at `\'` as well.
 */
const READ_ALIKE = /^(?:'[^']*(?<!\\)'|"[^"$\\]*"|[^'"`$#][^$#]*?|) *(?: #.*)?$/

const EFFECT = 'the containers may use another value than these commands'

/** Returns the problem of a line; undefined if Docker Compose and these commands read it alike. Names no value, because it may be a secret. */
function checkLine(line: string, number: number): Finding | undefined {
  if (IGNORED.test(line)) return undefined
  const [, name, value = ''] = ASSIGNMENT.exec(line) ?? []
  // Compose reads `NAME: value`, and takes `NAME` from its own environment; Node ignores both.
  if (name === undefined) return problem('.env', `has no setting in line ${number}. Write NAME='value', or # before a comment.`, EFFECT)
  if (READ_ALIKE.test(value.trimEnd())) return undefined
  const message = `has a spelling in .env that Docker Compose and these commands may read differently. Write it in single quotes: ${name}='…'. It cannot contain a single quote.`
  return problem(name, message, EFFECT)
}

/** Checks that Docker Compose and these commands read the same values from the text of `.env`. */
export const checkEnvFile = (text: string): Finding[] => text.split(/\r?\n/).flatMap((line, index) => checkLine(line, index + 1) ?? [])
