import { defineConfig } from 'vitest/config'
import { orderedTestOptions } from '../../vitest.shared.ts'

export default defineConfig({
  test: {
    ...orderedTestOptions,
    globalSetup: ['src/testing/global-setup.ts'],
  },
})
