import { spawn } from 'node:child_process'
import { quietTurbo } from '@academy/local'
import { projectRoot } from '@academy/operator'
import { advisoryReport, inWords } from './advisories.ts'
import { licenceReport, type Package } from './licences.ts'

const isNotThere = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** The standard output of a pnpm command. Its exit code tells nothing here: `pnpm audit` ends with 1 when there is an advisory. */
export async function outputOfPnpm(args: string[]): Promise<string> {
  try {
    return await outputOf('pnpm', args)
  } catch (error) {
    if (!isNotThere(error)) throw error
    // It need not be installed.
    return await outputOf('npx', ['-y', 'pnpm@10', ...args])
  }
}

async function outputOf(program: string, args: string[]): Promise<string> {
  const child = spawn(program, args, {
    cwd: projectRoot,
    env: { ...process.env, ...quietTurbo },
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

/** 0: all is well. 1: a licence that may not be used, or a known weakness. 2: the advisories could not be asked for. */
export type AuditResult = 0 | 1 | 2

/** Lists the licences of all dependencies, and what is known against them. `ask` runs pnpm. */
export async function runAudit(ask: (args: string[]) => Promise<string>, say: (line: string) => void): Promise<AuditResult> {
  const { counts, refused } = licenceReport(JSON.parse(await ask(['licenses', 'list', '--json'])) as Record<string, Package[]>)
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  say(`Licences of ${total} packages`)
  for (const [licence, count] of counts) say(`  ${String(count).padStart(4)}  ${licence}`)
  for (const [licence, packages] of refused) say(`  ✗ ${licence} may not be used without a look at it: ${packages.join(', ')}`)
  if (refused.length === 0) say('  ✓ each asks for no more than to be named')

  say('\nKnown weaknesses')
  const report = advisoryReport(await ask(['audit', '--json']))
  if ('unknown' in report) {
    say(`  ! not known: ${report.unknown}`)
    say('    Run this where the registry is the public one of npm, or look at the alerts of the repository.')
  } else {
    for (const one of report.known) say(`  ✗ ${inWords(one)}`)
    if (report.known.length === 0) say('  ✓ none')
  }
  if (refused.length > 0 || ('known' in report && report.known.length > 0)) return 1
  return 'unknown' in report ? 2 : 0
}
