import { resultsOf, type TestResult } from '../checks/test-results.ts'

/** A test that passed: where it stands, from the project's root, and its whole name. */
export type Proof = Pick<TestResult, 'file' | 'test'>

/** The tests of a package that passed when they last ran; none, if they never ran. */
export const passedTests = (packageFolder: string): Proof[] => resultsOf(packageFolder).filter(({ outcome }) => outcome === 'passed')

/** For each requirement the tests that name it, one line for each file and name, whatever rows a table test has. */
export function proofsOf(requirements: readonly string[], tests: readonly Proof[]): Map<string, Proof[]> {
  const proofs = new Map<string, Proof[]>(requirements.map((id) => [id, []]))
  for (const proof of tests) {
    for (const id of new Set(proof.test.match(/\b[A-Z]+-\d{2}\b/g))) {
      const known = proofs.get(id)
      if (known && !known.some(({ file, test }) => file === proof.file && test === proof.test)) known.push(proof)
    }
  }
  return proofs
}
