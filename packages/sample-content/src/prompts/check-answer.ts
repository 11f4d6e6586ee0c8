/** The form that the answer to a prompt must have. Numbers in pairs are the least and the most. */
export type AnswerForm = {
  /** All headings, in order. */
  headings?: string[]
  /** The columns of a table, in order. */
  table?: string[]
  /** How many rows the table has. */
  rows?: [number, number]
  /** How many lines begin with a number and a dot. */
  numbered?: [number, number]
  /** The language of a code block. */
  code?: string
  /** The whole answer is JSON of this kind. */
  json?: 'list'
  /** Words that occur, whatever their capitals. */
  says?: string[]
  /** Words that do not occur. */
  without?: string[]
  /** The last line is a question. */
  ends?: 'question'
  /** The most words that it may have. */
  words?: number
}

const CHECKS: { [Part in keyof Required<AnswerForm>]: (answer: string, form: Required<AnswerForm>) => boolean } = {
  headings: (answer, { headings }) => {
    const found = [...answer.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.trim())
    return found.join('\n') === headings.join('\n')
  },
  table: (answer, { table }) => {
    const cells = /^\|(.+)\|$/m
      .exec(answer)?.[1]
      ?.split('|')
      .map((cell) => cell.trim().toLowerCase())
    return cells?.join('|') === table.join('|').toLowerCase()
  },
  rows: (answer, { rows }) => isWithin(Math.max(0, (answer.match(/^\|.+\|$/gm)?.length ?? 0) - 2), rows),
  numbered: (answer, { numbered }) => isWithin(answer.match(/^\d+\. /gm)?.length ?? 0, numbered),
  code: (answer, { code }) => answer.includes(`\`\`\`${code}\n`),
  json: (answer) => isList(answer),
  says: (answer, { says }) => says.every((words) => answer.toLowerCase().includes(words.toLowerCase())),
  without: (answer, { without }) => without.every((words) => !answer.toLowerCase().includes(words.toLowerCase())),
  ends: (answer) => answer.trim().endsWith('?'),
  words: (answer, { words }) => (answer.match(/[\p{L}\p{N}']+/gu)?.length ?? 0) <= words,
}

const isWithin = (count: number, [least, most]: [number, number]) => count >= least && count <= most

function isList(answer: string): boolean {
  try {
    return Array.isArray(JSON.parse(answer))
  } catch {
    return false
  }
}

/** The parts of a form. */
export type FormPart = keyof AnswerForm

export const partsOf = (form: AnswerForm): FormPart[] => (Object.keys(CHECKS) as FormPart[]).filter((part) => form[part] !== undefined)

/** Returns the parts of the form that an answer misses; empty if it has the form. */
export const missedParts = (answer: string, form: AnswerForm): FormPart[] =>
  partsOf(form).filter((part) => !CHECKS[part](answer, form as Required<AnswerForm>))
