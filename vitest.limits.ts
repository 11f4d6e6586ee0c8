const { CI, TEST_SEED } = process.env

/** In CI tests run in another order each time, so that none depends on those before it. `TEST_SEED` repeats the order of a run. */
const isShuffled = Boolean(CI || TEST_SEED)
const seed = TEST_SEED ? { seed: Number(TEST_SEED) } : {}

/**
 * What the tests of every package share. Times are in milliseconds, after which a test counts as hung. A quiet machine needs a small
 * part of them: no outcome depends on how busy a machine is. A test that proves a duration measures that itself.
 */
export const limits = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  sequence: { shuffle: isShuffled, ...seed },
}

/** The same for packages with files whose tests build on each other: the files run in another order, the tests in a file do not. */
export const limitsOfOrderedTests = { ...limits, sequence: { shuffle: { files: isShuffled, tests: false }, ...seed } }
