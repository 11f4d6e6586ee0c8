/**
 * The texts of a prompt, in the order of the form. The contract, the API's statements and the web app's dialog follow this table.
 * `max` is in UTF-16 code units, as `maxlength` of a form counts them. This file has no schemas, so that the web app can load it.
 */
export const PROMPT_FIELDS = {
  title: { label: 'Title', max: 200, multiline: false, optional: false },
  description: { label: 'Description', max: 1_000, multiline: true, optional: false },
  content: { label: 'Prompt Content', max: 50_000, multiline: true, optional: false },
  code: { label: 'Code Sample', max: 50_000, multiline: true, optional: true },
} as const satisfies Record<string, { label: string; max: number; multiline: boolean; optional: boolean }>

export type PromptField = keyof typeof PROMPT_FIELDS

export const promptFields = Object.keys(PROMPT_FIELDS) as PromptField[]

/** How many prompts an account may share with the members of its seats, who load them all. */
export const MAX_TEAM_PROMPTS = 50

/** How much an account may store under My Prompts. */
export const PROMPT_LIMITS = {
  /** Prompts of one account. */
  prompts: 1_000,
  /** Total length of all texts of one account, in characters. It limits the size of the response that lists them. */
  text: 5_000_000,
  /** Versions of one prompt. */
  versions: 20,
  /** Total length of all versions of one account, in characters. */
  versionText: 5_000_000,
  /** Tags of one prompt. */
  tags: 10,
  /** The longest tag, in characters. */
  tag: 30,
} as const
