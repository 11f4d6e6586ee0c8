import type { TestResult } from '../test-results.ts'
import type { Requirement } from './requirements.ts'

/** A test that passed: its file, relative to the project's root, and its full name. */
type Proof = Pick<TestResult, 'file' | 'test'>

/** A requirement with the passed tests that name it. */
export type ProvenRequirement = Requirement & { proofs: Proof[] }

/** Returns each requirement with the passed tests that name it, in the same order. The rows of a table test with one name count once. */
export function findProofs(requirements: readonly Requirement[], results: readonly TestResult[]): ProvenRequirement[] {
  const proofsById = new Map<string, Proof[]>(requirements.map(({ id }) => [id, []]))
  for (const { file, test, outcome } of results) {
    if (outcome !== 'passed') continue
    for (const id of new Set(test.match(/\b[A-Z][A-Z\d]*-\d{2}\b/g))) {
      const proofs = proofsById.get(id)
      if (proofs && !proofs.some((proof) => proof.file === file && proof.test === test)) proofs.push({ file, test })
    }
  }
  return requirements.map((requirement) => ({ ...requirement, proofs: proofsById.get(requirement.id) ?? [] }))
}

/** Returns the ids of the requirements that no passed test names and no vendor owns. */
export const unprovenIds = (requirements: readonly ProvenRequirement[]): string[] =>
  requirements.filter(({ proofs, vendor }) => proofs.length === 0 && vendor === undefined).map(({ id }) => id)
