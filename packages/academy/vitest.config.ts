import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    testTimeout: 20_000,
    // A second, the default, is not much on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 30_000,
    reporters: ['default', ['json', { outputFile: 'test-results/results.json' }]],
  },
})
