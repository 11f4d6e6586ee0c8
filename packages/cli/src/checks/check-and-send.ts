import { InvalidInputError } from '@academy/mcp/invalid-input'
import { CliError } from '../cli-error.ts'
import type { Academy } from '../command.ts'
import { isAgreed, saveAgreement, whatRuns } from './agreement.ts'
import { runChecks } from './run-checks.ts'
import { sendResult } from './send-results.ts'
import { loadSessionToCheck, type SessionToCheck } from './session-to-check.ts'

type Env = NodeJS.ProcessEnv

/** Runs the checks in this folder and sends the result. `problem` says why it was not saved. */
export async function checkAndSend(academy: Academy, session: SessionToCheck, env: Env) {
  const results = await runChecks(session.checks, process.cwd())
  const result = { digest: session.digest, passed: results.map(({ passed }) => passed), at: new Date().toISOString() }
  const problem = await sendResult(academy, { sessionId: session.id, ...result }, env)
  const rows = results.map(({ check, passed, detail }) => ({
    passed,
    sentence: passed ? check.success : check.hint,
    ...(!passed && { detail, tutorial: session.tutorialOf(check.tutorial) }),
  }))
  return { rows, problem }
}

/** Returns the function that checks the project for a coding tool: what will run, until the user agreed, then the results. */
export const projectChecker =
  (academy: Academy, courseId: string, env: Env) =>
  async (name: string | undefined, agreed: boolean): Promise<object> => {
    try {
      const session = await loadSessionToCheck(academy, { courseId, name, env })
      const folder = process.cwd()
      const willRun = whatRuns(session.checks)
      if (willRun.length > 0 && !(await isAgreed(session.checks, folder, env))) {
        if (!agreed) return { session: session.title, folder, ask_the_user_to_agree_to: willRun }
        await saveAgreement(session.checks, folder, env)
      }
      const { rows, problem } = await checkAndSend(academy, session, env)
      return { session: session.title, checks: rows, problem }
    } catch (error) {
      throw error instanceof CliError ? new InvalidInputError(error.message) : error
    }
  }
