import { rm } from 'node:fs/promises'
import path from 'node:path'
import { run, TURBO_ENV } from '@academy/local'
import { CommandError, projectRoot } from '@academy/operator'
import { unproven } from '../requirements/print-requirements.ts'
import { countOutcomes, describeFailure, resultsOf, slowestFiles, testedPackages } from '../test-results.ts'

type Step = { name: string; command: string; args: string[] }

/**
 * Check the types of the packages with options of their own. Those of all others are checked by `lint`, in one program: a program checks every
 * source file that it imports, and these packages import each other.
 */
export const TYPE_CHECKS = ['@academy/e2e#typecheck', '@academy/web#typecheck']

/**
 * Every Node program of the run keeps its compiled code here. Programs that tests start anew for each of their calls spend a third of their time
 * with compiling.
 */
const compiledCode = { NODE_COMPILE_CACHE: path.join(projectRoot, 'node_modules/.cache/compiled-code') }

const inTurbo: Step = {
  name: 'lint, types, builds and tests',
  command: 'turbo',
  args: ['run', '//#lint', ...TYPE_CHECKS, 'build', 'test', '--continue=dependencies-successful', '--output-logs=new-only'],
}

const inBrowser: Step = { name: 'journeys in a browser', command: 'pnpm', args: ['--filter', '@academy/e2e', 'e2e'] }

/**
 * Runs lint, types, builds and tests; with `journeys` also the browser, and checks that a test proves each requirement. Continues after a
 * failed step, so that one run shows all problems, and ends with the line "N passed, N failed". Sets exit code 1 if anything failed.
 */
export async function runChecks(options: { journeys: boolean }): Promise<void> {
  const packages = testedPackages().filter((folder) => options.journeys || folder !== 'packages/e2e')
  await Promise.all(packages.map((folder) => rm(path.join(projectRoot, folder, 'test-results'), { recursive: true, force: true })))

  const failedSteps: string[] = []
  for (const step of [inTurbo, ...(options.journeys ? [inBrowser] : [])]) {
    try {
      await run(step.command, step.args, { env: { ...TURBO_ENV, ...compiledCode }, show: true, what: step.name })
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      failedSteps.push(error.message)
    }
  }

  console.log('')
  for (const folder of packages) {
    const results = resultsOf(folder)
    const { passed, failed, skipped } = countOutcomes(results)
    const slowest = slowestFiles(results).map(({ file, seconds }) => `${path.basename(file)} ${seconds} s`)
    console.log(`  ${folder.padEnd(28)}${passed} passed, ${failed} failed, ${skipped} skipped; slowest: ${slowest.join(', ')}`)
  }
  const results = packages.flatMap(resultsOf)
  // Printed again, because the output of each test run is far above.
  for (const result of results) if (result.outcome === 'failed') console.log(describeFailure(result))
  // A journey may be the only proof of a requirement.
  const open = options.journeys ? unproven() : []
  if (open.length > 0)
    failedSteps.push(`no test that passed proves ${open.join(', ')} ("npx -y pnpm@10 check requirements" shows which test proves what).`)
  for (const step of failedSteps) console.log(`  ${step}`)
  const total = countOutcomes(results)
  // A failed step whose tests all passed (lint, types, a build) is a failure of its own.
  const failed = total.failed || failedSteps.length
  console.log(`\n${total.passed} passed, ${failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
  if (failed > 0 || failedSteps.length > 0) process.exitCode = 1
}
