import { defineConfig } from 'vitest/config'
import { testOptions } from '../../vitest.shared.ts'

/** The test of clients that other generators make from the OpenAPI document. Needs Python, Go and npm's registry, so no other run has it. */
export default defineConfig({
  test: {
    ...testOptions,
    include: ['generated/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    reporters: 'default',
  },
})
