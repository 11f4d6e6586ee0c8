import { defineConfig } from 'vitest/config'
import { limits } from '../../vitest.limits.ts'

export default defineConfig({
  test: {
    ...limits,
    globalSetup: ['src/testing/one-postgres.ts'],
    setupFiles: ['src/testing/quiet.ts'],
    reporters: ['default', ['json', { outputFile: 'test-results/results.json' }]],
  },
})
