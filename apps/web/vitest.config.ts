import { defaultClientConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { testOptions } from '../../vitest.shared.ts'
import { contractRoutes } from './build/contract-routes.ts'

// Projects add their files to those of the options that they extend.
const { include: _ofOtherPackages, ...options } = testOptions
const setupFiles = ['src/testing/setup.ts']
const include = ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts']
/** These tests have a catalog of three courses, so they share no loaded modules. */
const SEVERAL_COURSES = 'src/several-courses/*.test.tsx'

export default defineConfig({
  plugins: [contractRoutes()],
  // Also in tsconfig.json, which is not part of the key of Vitest's cache.
  oxc: { jsx: { importSource: '@academy/web/jsx' } },
  // DOMPurify does not work in happy-dom.
  resolve: { alias: { dompurify: new URL('./src/testing/unsanitized.ts', import.meta.url).pathname } },
  test: {
    ...options,
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://localhost:3000/', width: 1440, height: 900 } },
    projects: [
      // Files share a process and a window; `setup.ts` clears what one leaves behind. That halves the time of a run.
      { extends: true, test: { name: 'web', setupFiles, include, exclude: [SEVERAL_COURSES], isolate: false } },
      {
        extends: true,
        resolve: { conditions: ['several-courses', ...defaultClientConditions] },
        test: { name: 'several-courses', setupFiles, include: [SEVERAL_COURSES], isolate: true },
      },
    ],
  },
})
