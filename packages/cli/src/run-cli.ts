import { parseArgs } from 'node:util'
import { openAcademy, signedInAcademy } from './academy.ts'
import { EXIT, usageError } from './cli-error.ts'
import type { Academy, Command, Values } from './command.ts'
import { COMMANDS } from './commands.ts'
import { completions } from './completions.ts'
import { courseOf } from './course.ts'
import { type ErrorContext, errorJson, explainError } from './explain-error.ts'
import { commandHelp, groupHelp, overviewHelp } from './help.ts'
import { openTerminal, type Terminal } from './terminal/terminal.ts'
import { VERSION } from './version.ts'

const SHARED_OPTIONS = { url: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const

/** Runs a command line without the name of the program. Returns the exit code. */
export async function runCli(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const terminal = openTerminal(env)
  const errorContext: ErrorContext = { url: undefined, courseId: courseOf(env), unlockedBy: undefined, usesEnvToken: false }
  try {
    await run(argv, env, terminal, errorContext)
    return EXIT.ok
  } catch (error) {
    const explained = explainError(error, errorContext)
    if (explained === undefined) throw error
    terminal.info(argv.includes('--json') ? errorJson(explained) : explained.message)
    return explained.exitCode
  }
}

async function run(argv: readonly string[], env: NodeJS.ProcessEnv, terminal: Terminal, errorContext: ErrorContext): Promise<void> {
  const [first, second, ...rest] = argv
  if (first === '--version' || first === '-v') return terminal.print(VERSION)
  if (first === '--complete') return completions(argv.slice(1)).forEach(terminal.print)
  if (first === 'help' && second !== undefined) return await run([second, ...rest, '--help'], env, terminal, errorContext)
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') return terminal.print(overviewHelp())
  const name = [`${first} ${second}`, first].find((words) => Object.hasOwn(COMMANDS, words))
  const command = name === undefined ? undefined : COMMANDS[name]
  if (name === undefined || command === undefined) {
    const group = groupHelp(first)
    if (group !== undefined && (second === undefined || second.startsWith('-'))) return terminal.print(group)
    throw usageError(`There is no command "${group === undefined ? first : `${first} ${second}`}". \`vca --help\` lists all commands.`)
  }
  const { values, positionals } = parse(name, command, argv.slice(name.split(' ').length))
  if (values.help) return terminal.print(commandHelp(name, command))
  const [min, max] = command.args ?? [0, 0]
  const usage = `Usage: vca ${name} ${command.usage ?? ''}`.trim()
  if (positionals.length < min || positionals.length > max) throw usageError(usage)
  // An id that is empty or dots would be the path of another endpoint.
  const invalidId = command === COMMANDS.search ? undefined : positionals.find((arg) => /^\.{0,2}$/.test(arg.trim()))
  if (invalidId !== undefined) throw usageError(`"${invalidId}" is not valid here. ${usage}`)
  errorContext.unlockedBy = command.unlockedBy
  const openSignedIn = async (): Promise<Academy> => {
    const opened = await signedInAcademy(values, env)
    errorContext.url = opened.url
    errorContext.usesEnvToken = Boolean(env.VCA_TOKEN)
    return opened
  }
  const openSignedOut = (url: string): Academy => {
    errorContext.url = url
    return openAcademy(url, undefined)
  }
  await command.run({ terminal, env, args: positionals, values, openSignedIn, openSignedOut })
}

function parse(name: string, { options = {} }: Command, args: readonly string[]): { values: Values; positionals: string[] } {
  try {
    return parseArgs({ args: [...args], options: { ...SHARED_OPTIONS, ...options }, allowPositionals: true })
  } catch (error) {
    const isUsage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
    throw isUsage ? usageError(`${error.message}\n\`vca ${name} --help\` lists the options.`) : error
  }
}
