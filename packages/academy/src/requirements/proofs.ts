import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { resultFile } from '../checks/test-results.ts'
import { projectRoot } from '../local/settings.ts'

/** A test that passed: where it stands, from the project's root, and its whole name. */
export type Proof = { file: string; test: string }

const vitestReport = z.object({
  testResults: z.array(z.object({ name: z.string(), assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })) })),
})

type Suite = { specs?: { title: string; ok: boolean; file: string }[] | undefined; suites?: Suite[] | undefined }
const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({
    specs: z.array(z.object({ title: z.string(), ok: z.boolean(), file: z.string() })).optional(),
    suites: z.array(suite).optional(),
  }),
)
const playwrightReport = z.object({ suites: z.array(suite) })

const specsIn = ({ specs = [], suites = [] }: Suite): NonNullable<Suite['specs']> => [...specs, ...suites.flatMap(specsIn)]

/** The tests of a package that passed when they last ran; none, if they never ran. */
export function passedTests(packageFolder: string): Proof[] {
  const report = path.join(projectRoot, packageFolder, resultFile)
  if (!existsSync(report)) return []
  const content: unknown = JSON.parse(readFileSync(report, 'utf8'))
  const browser = playwrightReport.safeParse(content)
  if (browser.success) {
    const passed = browser.data.suites.flatMap(specsIn).filter(({ ok }) => ok)
    return passed.map(({ file, title }) => ({ file: path.join(packageFolder, file), test: title }))
  }
  return vitestReport
    .parse(content)
    .testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'passed')
        .map(({ fullName }) => ({ file: path.relative(projectRoot, name), test: fullName })),
    )
}

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
