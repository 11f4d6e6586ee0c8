import { defineConfig } from 'vitest/config'
import { testOptions } from '../../vitest.shared.ts'

export default defineConfig({
  test: {
    ...testOptions,
    globalSetup: ['src/testing/one-postgres.ts'],
    setupFiles: ['src/testing/quiet.ts'],
    // Each file starts its own stand-in, so files can share loaded modules.
    isolate: false,
  },
})
