import { type Finding, problem } from './finding.ts'

const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=[ \t]*(.*)$/gm

/**
 * A value in single quotes, in double quotes, or without quotes, and a comment behind it. Compose expands `$`, and `\` in double quotes; Node
 * begins a comment at any `#` and has backticks as quotes; Node ends single quotes at `\'` as well.
 */
const READ_ALIKE = /^(?:'[^']*(?<!\\)'|"[^"$\\]*"|[^'"`$#][^$#]*?|) *(?: #.*)?$/

/** Checks that Docker Compose and these commands read the same values from the text of `.env`. */
export const checkEnvFile = (text: string): Finding[] =>
  [...text.matchAll(ASSIGNMENT)].flatMap(([, name = '', value = '']) =>
    READ_ALIKE.test(value.trimEnd())
      ? []
      : [
          problem(
            name,
            `has a spelling in .env that Docker Compose and these commands may read differently. Write it in single quotes: ${name}='…'. It cannot contain a single quote.`,
            'the containers may use another value than these commands',
          ),
        ],
  )
