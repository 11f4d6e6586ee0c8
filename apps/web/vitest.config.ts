import { defineConfig } from 'vitest/config'
import { contractRoutes } from './build/contract-routes.ts'

export default defineConfig({
  plugins: [contractRoutes()],
  test: {
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://localhost:3000/', width: 1440, height: 900 } },
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
    setupFiles: ['src/testing/setup.ts'],
    // Above the time that looking for an element may take (setup.ts), so that what is missing is named.
    testTimeout: 60_000,
    reporters: ['default', ['json', { outputFile: 'test-results/results.json' }]],
  },
})
