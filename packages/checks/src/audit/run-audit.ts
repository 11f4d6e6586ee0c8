import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { run } from '@academy/local'
import { projectRoot } from '@academy/operator'
import { type LicenseList, printLicenses } from './licenses.ts'

/** Returns the installed packages by license. */
export async function listLicenses(): Promise<LicenseList> {
  const { stdout } = await promisify(execFile)('pnpm', ['licenses', 'list', '--json'], {
    cwd: projectRoot,
    // the list is longer than the default of one megabyte
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  return JSON.parse(stdout)
}

/** Prints the licenses of all dependencies and their known vulnerabilities. Sets exit code 1 for a license that is not allowed. */
export async function runAudit(): Promise<void> {
  const areAllowed = printLicenses(await listLicenses(), (line) => console.log(line))
  if (!areAllowed) process.exitCode = 1
  console.log('\nKnown vulnerabilities')
  await run('pnpm', ['audit'], { show: true, what: 'The audit' })
}
