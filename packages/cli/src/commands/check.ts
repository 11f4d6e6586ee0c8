import { on } from 'node:events'
import { watch } from 'node:fs'
import { CliError, usageError } from '../cli-error.ts'
import { type Command, type Context, JSON_OPTION } from '../command.ts'
import { courseOf } from '../course.ts'
import { isYes } from '../terminal/terminal.ts'

/** Runs the checks once and prints the results. Returns how many failed. */
async function checkOnce({ terminal, values, env }: Context, session: Awaited<ReturnType<typeof load>>): Promise<number> {
  const { checkAndSend } = await import('../checks/check-and-send.ts')
  const { rows, problem } = await checkAndSend(session.academy, session, env)
  const { print, style, text, isTerminal } = terminal
  if (values.json) terminal.printJson({ session: session.id, digest: session.digest, checks: rows })
  else
    for (const { passed, sentence, detail, tutorial } of rows) {
      if (!isTerminal) print([passed ? 'pass' : 'fail', sentence, tutorial?.url ?? ''].join('\t'))
      else print(`${style('bold', passed ? '✓' : '✗')} ${text(sentence)}`)
      if (isTerminal && tutorial) print(style('dim', `  Read again: ${tutorial.name}, ${tutorial.url}`))
      if (detail) terminal.info(detail.replace(/^/gm, '  '))
    }
  if (problem) terminal.info(problem)
  const failed = rows.filter(({ passed }) => !passed).length
  if (failed === 0) terminal.info(`${session.title}: all ${rows.length} checks passed.`)
  return failed
}

/** Loads the checks. Imported here, so that the other commands start without the schemas. */
async function load({ env, args: [name], openSignedIn }: Context) {
  const { loadSessionToCheck } = await import('../checks/session-to-check.ts')
  const academy = await openSignedIn()
  return { academy, ...(await loadSessionToCheck(academy, { courseId: courseOf(env), name, env })) }
}

/** Shows what will run, and asks, before the first run in this folder and after each change of it. */
async function agree({ terminal, values, env }: Context, { title, checks }: Awaited<ReturnType<typeof load>>): Promise<void> {
  const { isAgreed, saveAgreement, whatRuns } = await import('../checks/agreement.ts')
  const lines = whatRuns(checks)
  if (lines.length === 0 || (await isAgreed(checks, process.cwd(), env))) return
  terminal.info(`${title}. In ${process.cwd()}, vca\n${lines.map((line) => `- ${line}`).join('\n')}`)
  if (!values.yes) {
    if (!terminal.canAsk) throw usageError('Add --yes to run this. Nothing was run.')
    if (!isYes(await terminal.ask('Run this? [y/N] '))) throw new CliError('Nothing was run.')
  }
  await saveAgreement(checks, process.cwd(), env)
}

/** Runs the checks again after each change of a file, until Ctrl-C. Ignores what the checks themselves write. */
async function checkOnChanges(context: Context, session: Awaited<ReturnType<typeof load>>): Promise<never> {
  for (;;) {
    // watches from here on, while `watch` of `node:fs/promises` begins only when its first change is awaited
    const watcher = watch('.', { recursive: true })
    const changes = on(watcher, 'change')
    context.terminal.info('Waiting for changes. Ctrl-C ends it.')
    for await (const [, filename] of changes) if (!/(^|[/\\])(node_modules|\.git)([/\\]|$)/.test(filename ?? '')) break
    watcher.close()
    await checkOnce(context, session).catch((error: unknown) => {
      if (!(error instanceof CliError)) throw error
      context.terminal.info(error.message)
    })
  }
}

export const check: Command = {
  usage: '[session]',
  summary: 'runs the checks of a session on your project, in this folder',
  help: 'The session is its number or id; without it, that of `vca next`. Before the first run in a folder it shows what it will run, and asks. It starts your project on a free port and stops it.',
  options: {
    yes: { type: 'boolean', short: 'y', help: 'run without asking' },
    watch: { type: 'boolean', help: 'run again after each change, until Ctrl-C' },
    ...JSON_OPTION,
  },
  args: [0, 1],
  unlockedBy: 'master_course',
  async run(context) {
    const session = await load(context)
    await agree(context, session)
    const failed = await checkOnce(context, session)
    if (context.values.watch) await checkOnChanges(context, session)
    if (failed > 0) throw new CliError(`${session.title}: ${failed} of ${session.checks.checks.length} checks failed.`)
  },
}
