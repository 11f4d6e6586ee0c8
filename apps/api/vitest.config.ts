import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    setupFiles: ['src/testing/quiet-console.ts'],
    reporters: ['default', ['json', { outputFile: 'test-results/results.json' }]],
    // Each file makes its own app on its own database, so that files may share loaded modules: half the time of a run.
    isolate: false,
    testTimeout: 20_000,
    // A second, the default, is not much on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
  },
})
