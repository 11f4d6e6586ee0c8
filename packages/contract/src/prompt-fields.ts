/**
 * How much an account may store under My Prompts (D-62). Lengths are in UTF-16 code units, as `maxlength` of a form counts them. In a file
 * without schemas, so that the forms can show the limits before they are hit.
 */
export const PROMPT_LIMITS = {
  title: 200,
  description: 1_000,
  content: 50_000,
  code: 50_000,
  /** Prompts of one account. */
  prompts: 1_000,
  /** All texts of one account together, in characters: what one answer of the list may come to. */
  text: 5_000_000,
} as const
