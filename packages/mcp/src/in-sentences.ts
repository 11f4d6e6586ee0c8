/** Joins texts to sentences in one line. Leaves out empty texts. */
export const inSentences = (...texts: string[]): string =>
  texts
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`))
    .join(' ')

/** Returns the sentence that says when to use a prompt; '' if its author did not. An academy of an older version sends no `use_when`. */
export const whenToUse = ({ use_when }: { use_when?: string | null }): string => (use_when ? inSentences(`Use when ${use_when}`) : '')
