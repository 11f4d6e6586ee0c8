import { z } from 'zod'

const count = z.int().min(0).max(10_000)

/** The result of running a prompt of the library with a tool, as the property “Tries” in Notion has it, as JSON. */
export const promptTries = z
  .strictObject({
    tool: z.string().trim().min(1).max(60),
    version: z.string().trim().min(1).max(60),
    /** The day in UTC on which the runs began. */
    day: z.iso.date(),
    /** How often the tool was run with the prompt, and as often without it. */
    runs: count.min(1),
    /** How many answers to the prompt had its form. */
    passed: count,
    /** The same of the answers to what a person would write without the prompt. */
    baseline: count,
    /** The SHA-256 of the prompt's text. */
    digest: z.string().regex(/^[0-9a-f]{64}$/),
  })
  .refine(({ runs, passed, baseline }) => passed <= runs && baseline <= runs)
export type PromptTries = z.infer<typeof promptTries>
