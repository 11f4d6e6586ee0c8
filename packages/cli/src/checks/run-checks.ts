import { once } from 'node:events'
import { realpath, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { SessionCheck, SessionChecks } from '@academy/contract/session-checks'
import { CliError } from '../cli-error.ts'
import { type Project, runCheck } from './run-check.ts'
import { type RunningProcess, startProcess } from './start-process.ts'

/** How long a project may take to start, in seconds. */
const START_SECONDS = 10

/** A check with its result. `detail` says what happened, and stays on this machine. */
export type CheckResult = { check: SessionCheck; passed: boolean; detail?: string }

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Waits until the project responds to a request. Throws if it ends, or does not respond in time. */
async function waitUntilReady(program: RunningProcess, start: string, url: string, seconds: number): Promise<void> {
  let ended = false
  void program.ended.then(() => {
    ended = true
  })
  const deadline = AbortSignal.timeout(seconds * 1000)
  const withOutput = (reason: string) => new CliError([reason, program.output()].filter(Boolean).join('\n'))
  for (;;) {
    try {
      await (await fetch(url, { redirect: 'manual', signal: deadline })).body?.cancel()
      return
    } catch {
      if (ended) throw withOutput(`The project stopped before it responded. It was started by: ${start}`)
      if (deadline.aborted)
        throw withOutput(
          `The project does not respond at ${url} within ${seconds} seconds. Does it listen on the port in the variable PORT?`,
        )
      await wait(50)
    }
  }
}

/** Throws unless the folder looks like the project. */
async function requireProject({ project }: SessionChecks, folder: string): Promise<void> {
  if (project === undefined || (await stat(path.join(folder, project)).catch(() => undefined))) return
  throw new CliError(
    `There is no ${project} in ${folder}, so this is not the project of this session. Run \`vca check\` in the folder of your project.`,
  )
}

/** Runs the checks in a folder: starts the project on a free port, and stops it. */
export async function runChecks(checks: SessionChecks, cwd: string, startSeconds = START_SECONDS): Promise<CheckResult[]> {
  const folder = await realpath(cwd)
  await requireProject(checks, folder)
  const port = String(await freePort())
  const variables = { ...checks.environment, PORT: port }
  const { VCA_TOKEN: _, ...inherited } = process.env
  const project: Project = { folder, variables, env: { ...inherited, ...variables }, url: `http://localhost:${port}` }
  const start = checks.start?.replaceAll('{port}', port)
  const program = start === undefined ? undefined : startProcess({ file: start, shell: true }, { cwd: folder, env: project.env })
  try {
    if (program && start !== undefined) await waitUntilReady(program, start, project.url, startSeconds)
    const results: CheckResult[] = []
    for (const check of checks.checks) {
      const detail = await runCheck(check, project)
      results.push({ check, passed: detail === undefined, ...(detail !== undefined && { detail }) })
    }
    return results
  } finally {
    await program?.stop()
  }
}
