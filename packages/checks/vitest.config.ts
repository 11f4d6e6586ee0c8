import { defineConfig } from 'vitest/config'
import { testOptions } from '../../vitest.shared.ts'

// Files share loaded modules: no test changes a module.
export default defineConfig({ test: { ...testOptions, isolate: false } })
