import { createHash } from 'node:crypto'
import path from 'node:path'
import { digestPrompt } from '@academy/api/prompt-texts'
import { fillTemplate, missingFields } from '@academy/contract/prompt-template'
import { promptTries } from '@academy/contract/prompt-tries'
import { contentFolder, EXAMPLE_INPUT, type LibraryPrompt, loadLibraryPrompts, unmetParts } from '@academy/sample-content'
import { CommandError } from '../command-error.ts'
import { parseOptions, usageError } from '../read-command.ts'
import { runTool } from './run-tool.ts'
import { isFinished, readTries, type TriesFile, writeTries } from './tries-file.ts'

export const PROMPTS_TRY_HELP = `
  npx -y pnpm@10 academy prompts:try --runs <n> [--prompt <slug>] [--content <folder>] -- <command ...>

Runs your own command with each prompt of the library, filled in with the example of its page, on standard input, and as often with what a person would
write without the prompt. Checks the form of the answers, and stores result and answers in content/library/tries. content:push carries the results,
without answers, to Notion. The same call goes on where one was interrupted; another prompt, tool, version or number of runs starts anew.
  --runs           how often the command runs with each prompt, and as often without it
  --prompt         the slug of the only prompt to try
  --tool           the name that readers see, by default the name of the program
  --tool-version   the version that readers see, by default the first line that the program prints for --version
  --seconds        how long a run may take, by default 300
  --content        the folder with the content, by default that of the sample course; the folder prompts beside it has library.yaml

Each run has an empty folder of its own, so write paths in the command in full. The command has your environment; nothing of it is stored. Choose a model
and forbid tools with options of the command. Your provider may charge each run.`

export type TryOptions = {
  command: [string, ...string[]]
  runs: number
  prompt: string | undefined
  tool: string
  version: string | undefined
  seconds: number
  /** The folder with the content. */
  content: string
}

/** Reads the arguments of `prompts:try`. Throws a CommandError for wrong ones. */
export function readTryOptions(given: string[]): TryOptions {
  const end = given.indexOf('--')
  const [program, ...args] = end < 0 ? [] : given.slice(end + 1)
  const text = { type: 'string' } as const
  const options = {
    runs: text,
    prompt: text,
    tool: text,
    'tool-version': text,
    seconds: { ...text, default: '300' },
    content: text,
  } as const
  const { values } = parseOptions(PROMPTS_TRY_HELP, { args: end < 0 ? given : given.slice(0, end), options })
  if (program === undefined) throw usageError('The command to run is missing. Write it after "--".', PROMPTS_TRY_HELP)
  const [runs, seconds] = [Number(values.runs), Number(values.seconds)]
  if (!promptTries.shape.runs.safeParse(runs).success) throw usageError('--runs takes a number from 1 to 10000.', PROMPTS_TRY_HELP)
  if (!(seconds >= 1 && seconds <= 86_400)) throw usageError('--seconds takes a number from 1 to 86400.', PROMPTS_TRY_HELP)
  const tool = (values.tool ?? path.parse(program).name).trim()
  if (!promptTries.shape.tool.safeParse(tool).success) throw usageError('--tool takes a name of at most 60 characters.', PROMPTS_TRY_HELP)
  return {
    command: [program, ...args],
    runs,
    prompt: values.prompt,
    tool,
    version: values['tool-version'],
    seconds,
    content: values.content ?? contentFolder,
  }
}

/** The longest answer that is stored, in characters. */
const MAX_STORED = 4_000

const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** Returns what a person would write without the prompt: the baseline, or else the page's description with the values of the fields. */
const plainRequest = ({ baseline, description, values }: LibraryPrompt): string =>
  baseline === null
    ? [description, ...Object.entries(values).map(([name, value]) => `${name}:${value.includes('\n') ? '\n\n' : ' '}${value}`)].join('\n\n')
    : fillTemplate(baseline, values)

/** Returns why a prompt cannot be tried; undefined if it can. */
function obstacle({ input, template, values }: LibraryPrompt): string | undefined {
  if (input !== EXAMPLE_INPUT) return `its input is ${input}`
  const missing = missingFields(template, values)
  return missing.length > 0 ? `its example has no ${missing.join(', ')}` : undefined
}

async function versionOf({ command: [program], version }: TryOptions, signal: AbortSignal): Promise<string> {
  const { data } = promptTries.shape.version.safeParse(
    version ?? (await runTool({ command: [program, '--version'], input: '', seconds: 30, signal })).trim().split('\n')[0],
  )
  if (data === undefined)
    throw usageError(`"${program}" does not say its version in at most 60 characters. Use --tool-version.`, PROMPTS_TRY_HELP)
  return data
}

type Context = { options: TryOptions; version: string; say: (line: string) => void; now: () => Date; signal: AbortSignal }

/** Runs what is missing of the tries of a prompt. Stores each answer before the next run. */
async function tryPrompt(prompt: LibraryPrompt, { options, version, say, now, signal }: Context): Promise<void> {
  const { command, runs, tool, seconds } = options
  const texts = { prompt: fillTemplate(prompt.template, prompt.values), baseline: plainRequest(prompt) }
  const setup = { tool, version, runs, digest: digestPrompt(prompt.template), asked: hash([texts, prompt.form]) }
  const earlier = readTries(prompt.triesFile)
  const goesOn = earlier && Object.entries(setup).every(([key, value]) => earlier[key as keyof typeof setup] === value)
  let tries: TriesFile = goesOn
    ? earlier
    : { ...setup, day: now().toISOString().slice(0, 10), passed: 0, baseline: 0, answers: { prompt: [], baseline: [] } }
  while (!isFinished(tries)) {
    const { answers } = tries
    // in turns, so that a change at the provider meets both
    const kind = answers.baseline.length < answers.prompt.length ? 'baseline' : 'prompt'
    const answer = await runTool({ command, input: texts[kind], seconds, signal })
    const passed = answer.trim() !== '' && unmetParts(answer, prompt.form).length === 0
    const all = { ...answers, [kind]: [...answers[kind], { passed, text: answer.slice(0, MAX_STORED).toWellFormed() }] }
    const count = (of: keyof typeof all) => all[of].filter((one) => one.passed).length
    tries = { ...tries, passed: count('prompt'), baseline: count('baseline'), answers: all }
    writeTries(prompt.triesFile, tries)
  }
  say(`  ${prompt.slug}: ${tries.passed} of ${runs} passed, ${tries.baseline} of ${runs} without the prompt`)
}

/** Tries the prompts of the library. Ctrl-C ends the tool; what was stored until then is used by the next call. */
export async function runPromptsTry(options: TryOptions, say: (line: string) => void, now = () => new Date()): Promise<void> {
  const prompts = loadLibraryPrompts(options.content).filter(({ slug }) => options.prompt === undefined || slug === options.prompt)
  if (prompts.length === 0) throw new CommandError(`The library has no prompt "${options.prompt}".`)
  const controller = new AbortController()
  const interrupt = () => controller.abort()
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const name of signals) process.on(name, interrupt)
  try {
    const version = await versionOf(options, controller.signal)
    for (const prompt of prompts) {
      const reason = obstacle(prompt)
      if (reason === undefined) await tryPrompt(prompt, { options, version, say, now, signal: controller.signal })
      else say(`  skipped ${prompt.slug}: ${reason}`)
      if (prompt.further > 0) say(`  skipped the further prompts of ${prompt.slug} (${prompt.further}): they need the answer to the first`)
    }
  } finally {
    for (const name of signals) process.off(name, interrupt)
  }
}
