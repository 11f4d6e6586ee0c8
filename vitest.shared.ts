import { execFileSync } from 'node:child_process'

const { CI, TEST_SEED } = process.env

/** The seed of the committed files: a change to them gives another order, and files that passed once pass again in every clone. */
const seedOfFiles = () => Number.parseInt(execFileSync('git', ['rev-parse', 'HEAD^{tree}'], { encoding: 'utf8' }).slice(0, 7), 16)

/** In CI tests run in shuffled order, so that none depends on those before it. `TEST_SEED` repeats the order of a run. */
const isShuffled = Boolean(CI || TEST_SEED)
const seed = isShuffled ? { seed: TEST_SEED ? Number(TEST_SEED) : seedOfFiles() } : {}

/**
 * The options of every package's tests. Times are in milliseconds, after which a test counts as hung. A quiet machine needs a small
 * part of them: no outcome depends on how busy a machine is. A test that proves a duration measures that itself.
 */
export const testOptions = {
  include: ['src/**/*.test.ts'],
  reporters: ['default', ['json', { outputFile: 'test-results/results.json' }]] satisfies ('default' | ['json', object])[],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  sequence: { shuffle: isShuffled, ...seed },
}

/** The same for packages with files whose tests build on each other: the files run in another order, the tests in a file do not. */
export const orderedTestOptions = { ...testOptions, sequence: { shuffle: { files: isShuffled, tests: false }, ...seed } }
