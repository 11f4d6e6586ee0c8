import { defineConfig } from 'vitest/config'
import { limitsOfOrderedTests } from '../../vitest.limits.ts'

export default defineConfig({
  test: {
    ...limitsOfOrderedTests,
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    reporters: ['default', ['json', { outputFile: 'test-results/results.json' }]],
  },
})
