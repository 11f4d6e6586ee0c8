import { testedPackages } from '../checks/test-results.ts'
import { Problem } from '../local/problem.ts'
import { passedTests, proofsOf } from './proofs.ts'
import { REQUIREMENTS } from './requirements.ts'

/** Requirements that no test names which passed in the last run, in the order of the specification. */
export function unproven(): string[] {
  const proofs = proofsOf(REQUIREMENTS, testedPackages().flatMap(passedTests))
  return [...proofs].filter(([, tests]) => tests.length === 0).map(([id]) => id)
}

/**
 * Prints every requirement with the tests that prove it, by what the last run of the tests left behind.
 * @throws Problem naming the requirements that no passed test proves.
 */
export function printRequirements(): void {
  const proofs = proofsOf(REQUIREMENTS, testedPackages().flatMap(passedTests))
  for (const [id, tests] of proofs) {
    console.log(tests.length === 0 ? `${id}  not proven` : id)
    for (const { file, test } of tests) console.log(`    ${file}: ${test}`)
  }
  const open = unproven()
  console.log(
    `\n${REQUIREMENTS.length - open.length} of ${REQUIREMENTS.length} requirements are proven by a test that passed in the last run.`,
  )
  if (open.length > 0) throw new Problem(`Not proven: ${open.join(', ')}.\nRun "npx -y pnpm@10 test" first if the tests have not run.`)
}
