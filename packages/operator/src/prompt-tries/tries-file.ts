import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promptTries } from '@academy/contract/prompt-tries'
import { z } from 'zod'

const answers = z.array(z.strictObject({ passed: z.boolean(), text: z.string() }))

const triesFile = z
  .strictObject({
    ...promptTries.shape,
    /** The SHA-256 of both texts that the tool receives, and of the form of the answer. */
    asked: z.string(),
    answers: z.strictObject({ prompt: answers, baseline: answers }),
  })
  // unlike the file, a claim also has its numbers checked against each other
  .refine(({ asked, answers, ...claim }) => promptTries.safeParse(claim).success)

/** The tries of a prompt as the content folder stores them, with as many answers as there were runs until now. */
export type TriesFile = z.infer<typeof triesFile>

/** Returns the tries in the text of a file. @throws Error for anything else. */
function parseTries(text: string): TriesFile {
  try {
    return triesFile.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error('its file in "tries" is not what prompts:try writes. Delete it, and try the prompt again', { cause })
  }
}

/** Returns whether all runs are done. */
export const isFinished = ({ runs, answers: { prompt, baseline } }: TriesFile): boolean =>
  prompt.length === runs && baseline.length === runs

/** Returns the text of the property “Tries”, which has no answers; empty before the last run. @throws Error for a broken file. */
export function publishedTries(text: string | null): string {
  const tries = text === null ? undefined : parseTries(text)
  if (tries === undefined || !isFinished(tries)) return ''
  const { asked, answers, ...claim } = tries
  return JSON.stringify(claim)
}

/** Reads the tries of a prompt; undefined if there are none. @throws Error for a broken file. */
export const readTries = (file: string): TriesFile | undefined => (existsSync(file) ? parseTries(readFileSync(file, 'utf8')) : undefined)

/** Writes the tries of a prompt. An interruption leaves the file before, or this one, whole. */
export function writeTries(file: string, tries: TriesFile): void {
  mkdirSync(path.dirname(file), { recursive: true })
  // parsed, so that the order of its keys does not depend on the way here
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, `${JSON.stringify(triesFile.parse(tries), null, 2)}\n`)
  renameSync(draft, file)
}
