import { spawn } from 'node:child_process'
import { TURBO_ENV } from '@academy/local'
import { projectRoot } from '@academy/operator'
import { formatAdvisory, parseAdvisories } from './advisories.ts'
import { licenseReport, type Package } from './licenses.ts'

const isNotInstalled = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/**
 * Returns the standard output of a pnpm command; without a global pnpm, npx runs it. Ignores the exit code, because `pnpm audit` ends with
 * 1 if there is an advisory.
 */
export async function outputOfPnpm(args: string[]): Promise<string> {
  try {
    return await outputOf('pnpm', args)
  } catch (error) {
    if (!isNotInstalled(error)) throw error
    return await outputOf('npx', ['-y', 'pnpm@10', ...args])
  }
}

async function outputOf(program: string, args: string[]): Promise<string> {
  const child = spawn(program, args, {
    cwd: projectRoot,
    env: { ...process.env, ...TURBO_ENV },
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.once('error', reject)
  child.once('close', () => resolve(Buffer.concat(chunks).toString()))
  return await promise
}

/** The exit code: 0 without findings, 1 for a license that is not allowed or an advisory, 2 if the advisories are unavailable. */
export type AuditResult = 0 | 1 | 2

/**
 * Prints the licenses of all dependencies and their known vulnerabilities.
 * @param runPnpm returns the standard output of a pnpm command.
 */
export async function runAudit(runPnpm: (args: string[]) => Promise<string>, print: (line: string) => void): Promise<AuditResult> {
  const { counts, refused } = licenseReport(JSON.parse(await runPnpm(['licenses', 'list', '--json'])) as Record<string, Package[]>)
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  print(`Licenses of ${total} packages`)
  for (const [license, count] of counts) print(`  ${String(count).padStart(4)}  ${license}`)
  for (const [license, packages] of refused) print(`  ✗ ${license} is not on the list of allowed licenses: ${packages.join(', ')}`)
  if (refused.length === 0) print('  ✓ all are allowed')

  print('\nKnown vulnerabilities')
  const report = parseAdvisories(await runPnpm(['audit', '--json']))
  if ('unavailable' in report) {
    print(`  ! unavailable: ${report.unavailable}`)
    print("    Run this with npm's public registry, or read the security alerts of the repository.")
    return refused.length > 0 ? 1 : 2
  }
  for (const advisory of report.advisories) print(`  ✗ ${formatAdvisory(advisory)}`)
  if (report.advisories.length === 0) print('  ✓ none')
  return refused.length > 0 || report.advisories.length > 0 ? 1 : 0
}
