import { execFileSync } from 'node:child_process'
import { CommandError, projectRoot } from '@academy/operator'
import { resultFileTime, resultsOf, testedPackages } from '../test-results.ts'
import { findProofs, type ProvenRequirement, unprovenIds } from './proofs.ts'
import { REQUIREMENTS } from './requirements.ts'

/** Returns every requirement with its proofs. `packages` are the folders whose last test results count. */
const proveRequirements = (packages: string[]): ProvenRequirement[] => findProofs(REQUIREMENTS, packages.flatMap(resultsOf))

/** Returns the ids of the requirements that no test proved in the last run of all packages. */
export const unproven = (): string[] => unprovenIds(proveRequirements(testedPackages()))

/**
 * Prints every requirement with the tests that prove it. Results that are older than the last commit do not count.
 * @throws CommandError naming the requirements that no test proves.
 */
export function printRequirements(): void {
  const commitTime = Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: projectRoot, encoding: 'utf8' })) * 1000
  const isCurrent = (packageFolder: string): boolean => (resultFileTime(packageFolder) ?? 0) >= commitTime
  const packages = testedPackages()
  const current = packages.filter(isCurrent)
  const outdated = packages.filter((folder) => !isCurrent(folder))

  const requirements = proveRequirements(current)
  for (const { id, sentence, vendor, proofs } of requirements) {
    console.log(`${id}  ${sentence}`)
    if (vendor) console.log(`    vendor: ${vendor}`)
    else if (proofs.length === 0) console.log('    not proven')
    for (const { file, test } of proofs) console.log(`    ${file}: ${test}`)
  }

  const open = unprovenIds(requirements)
  const vendors = requirements.filter(({ vendor }) => vendor !== undefined).length
  console.log(`\n${requirements.length - open.length - vendors} proven, ${vendors} owned by a vendor, ${open.length} not proven.`)
  if (outdated.length > 0) console.log(`Tests have not run since the last commit in ${outdated.join(', ')}. Run "npx -y pnpm@10 test".`)
  if (open.length > 0) throw new CommandError(`Not proven: ${open.join(', ')}.`)
}
