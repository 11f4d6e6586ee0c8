import { defineConfig } from 'vitest/config'
import { testOptions } from '../../vitest.shared.ts'

export default defineConfig({
  test: {
    ...testOptions,
    globalSetup: ['src/testing/global-setup.ts'],
  },
})
