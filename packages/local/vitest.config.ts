import { defineConfig } from 'vitest/config'
import { orderedTestOptions } from '../../vitest.shared.ts'

export default defineConfig({
  test: {
    ...orderedTestOptions,
    globalSetup: ['src/testing/global-setup.ts'],
    // Each file starts its own services and restores what it changes, so files can share loaded modules.
    isolate: false,
  },
})
