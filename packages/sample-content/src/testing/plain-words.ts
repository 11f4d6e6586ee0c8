import { proseOf } from './code-samples.ts'

/** Pronouns that hide who acts. */
export const INDEFINITE_PRONOUNS = /\b(?:somebody|nobody|whoever|anybody|everybody)\b/gi

const WITHOUT_CONTRACTION = /\b(?:do not|does not|did not|is not|are not|cannot|will not)\b(?! only)/gi

/** Returns the prose of a page without code, captions and quotations. */
export const ownProseOf = (body: string) => proseOf(body).replace(/`[^`\n]*`|"[^"\n]*"|“[^”\n]*”/g, '')

/** Returns the words of a page's own prose that spoken American English contracts. */
export const wordsWithoutContraction = (body: string): string[] => ownProseOf(body).match(WITHOUT_CONTRACTION) ?? []
