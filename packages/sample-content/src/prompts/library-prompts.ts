import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { ContentError } from '../content-error.ts'
import { loadLibrary } from '../load-library.ts'
import { splitBody } from '../split-body.ts'
import type { AnswerForm } from './check-answer.ts'

/** The first prompt of a library item, with what is needed to try it. */
export type LibraryPrompt = {
  slug: string
  description: string
  /** The prompt with its fields. */
  template: string
  /** The number of further prompts of the item, which go on with the answer to the first. */
  further: number
  /** The values of the fields, from "The example". */
  values: Record<string, string>
  /** What the form of the answer was written for. */
  input: string
  form: AnswerForm
  /** What a person would write without the prompt, with the same fields; null: the description. */
  baseline: string | null
  /** The file with the result of trying it. */
  triesFile: string
}

/** The input whose values are those of "The example". */
export const EXAMPLE_INPUT = 'the example of the page'

const trials = z.record(z.string(), z.object({ input: z.string(), form: z.custom<AnswerForm>(), baseline: z.string().optional() }))

const partOf = (body: string, heading: string): string => splitBody(body).parts.find((part) => part.heading === heading)?.text ?? ''

/** Returns the values that "The example" of an item's instructions lists, in its order: on the line of their name, or in a code block below it. */
export function exampleValues(body: string): Record<string, string> {
  const instructions = `${partOf(body, 'Additional instructions')}\n`
  // up to the next heading that stands in no code block
  const [, example = ''] = /^### The example\n((?:```[\s\S]*?\n```\n|(?!### ).*\n)*)/m.exec(instructions) ?? []
  const values = example.matchAll(/^- ([^:\n]+):(?: (.+)|\n\n```\w*\n([\s\S]*?)\n```$)/gm)
  return Object.fromEntries([...values].map(([, name = '', line, block]) => [name, line ?? block ?? '']))
}

/** Returns the code blocks of an item's part "Prompt". */
export const promptsOf = (body: string): string[] =>
  [...partOf(body, 'Prompt').matchAll(/^```\w*\n([\s\S]*?)\n```$/gm)].map(([, prompt = '']) => prompt)

/** Loads the first prompt of each library item of a content folder, in the order of the library. */
export function loadLibraryPrompts(root: string): LibraryPrompt[] {
  const file = path.resolve(root, '../prompts/library.yaml')
  const all = trials.parse(parse(readFileSync(file, 'utf8')))
  return loadLibrary(root).map(({ slug, description, body }) => {
    const [template = '', ...further] = promptsOf(body)
    const trial = all[`${slug}/1`]
    if (trial === undefined) throw new ContentError(file, `has no entry "${slug}/1"`)
    const { input, form, baseline = null } = trial
    const triesFile = path.join(root, 'library', 'tries', `${slug}.json`)
    return { slug, description, template, further: further.length, values: exampleValues(body), input, form, baseline, triesFile }
  })
}
