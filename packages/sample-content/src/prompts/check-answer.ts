/** The form that the answer to a prompt must have. Pairs of numbers are a minimum and a maximum. */
export type AnswerForm = {
  /** Headings in this order; others may stand between them. */
  headings?: string[]
  /** Words in the columns of one table of the answer, all of them in order. */
  table?: string[]
  /** Number of rows of the table. */
  rows?: [number, number]
  /** Number of lines that begin with a number and a dot, also as headings or in bold. */
  numbered?: [number, number]
  /** The language of a code block. */
  code?: string
  /** The whole answer is JSON of this kind. */
  json?: 'list'
  /** Words that occur, in any case. */
  says?: string[]
  /** Words that do not occur, in any case. */
  without?: string[]
  /** The last line is a question. */
  ends?: 'question'
  /** Maximum number of words. */
  words?: number
}

const CHECKS: { [Part in keyof Required<AnswerForm>]: (answer: string, form: Required<AnswerForm>) => boolean } = {
  headings: (answer, { headings }) => {
    const found = [...answer.matchAll(/^#+ (?:\d+\. )?(.+)$/gm)].map(([, heading = '']) => plain(heading))
    // each is looked for below the one before
    const rest = headings.reduce<string[] | undefined>((below, heading) => {
      const index = below?.indexOf(plain(heading)) ?? -1
      return index < 0 ? undefined : below?.slice(index + 1)
    }, found)
    return rest !== undefined
  },
  table: (answer, { table }) => {
    const rows = [...answer.matchAll(/^\|(.+)\|$/gm)].map(([, row = '']) => row.split('|').map(plain))
    return rows.some((cells) => cells.length === table.length && cells.every((cell, index) => cell.includes(plain(table[index] ?? ''))))
  },
  rows: (answer, { rows }) => isWithin(Math.max(0, (answer.match(/^\|.+\|$/gm)?.length ?? 0) - 2), rows),
  numbered: (answer, { numbered }) => isWithin(answer.match(/^(?:#+ )?(?:\*\*)?\d+\. /gm)?.length ?? 0, numbered),
  code: (answer, { code }) => answer.includes(`\`\`\`${code}\n`),
  json: (answer) => isList(answer),
  says: (answer, { says }) => says.every((words) => answer.toLowerCase().includes(words.toLowerCase())),
  without: (answer, { without }) => without.every((words) => !answer.toLowerCase().includes(words.toLowerCase())),
  ends: (answer) => answer.trim().endsWith('?'),
  words: (answer, { words }) => (answer.match(/[\p{L}\p{N}']+/gu)?.length ?? 0) <= words,
}

/** Returns words as they are compared: without bold, a colon at the end, and capitals. */
const plain = (words: string) => words.replaceAll('**', '').trim().replace(/:$/, '').toLowerCase()

const isWithin = (count: number, [min, max]: [number, number]) => count >= min && count <= max

function isList(answer: string): boolean {
  try {
    return Array.isArray(JSON.parse(answer))
  } catch {
    return false
  }
}

export type FormPart = keyof AnswerForm

/** Returns the parts that a form specifies. */
export const partsOf = (form: AnswerForm): FormPart[] => (Object.keys(CHECKS) as FormPart[]).filter((part) => form[part] !== undefined)

/** Returns the parts of a form that an answer does not meet. */
export const unmetParts = (answer: string, form: AnswerForm): FormPart[] =>
  partsOf(form).filter((part) => !CHECKS[part](answer, form as Required<AnswerForm>))
