import { defineConfig } from 'vitest/config'
import { testOptions } from '../../vitest.shared.ts'
import { contractRoutes } from './build/contract-routes.ts'

export default defineConfig({
  plugins: [contractRoutes()],
  // Also in tsconfig.json, which is not part of the key of Vitest's cache.
  oxc: { jsx: { importSource: '@academy/web/jsx' } },
  // DOMPurify does not work in happy-dom.
  resolve: { alias: { dompurify: new URL('./src/testing/unsanitized.ts', import.meta.url).pathname } },
  test: {
    ...testOptions,
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://localhost:3000/', width: 1440, height: 900 } },
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
    setupFiles: ['src/testing/setup.ts'],
    // Files share a process and a window; `setup.ts` clears what one leaves behind. That halves the time of a run.
    isolate: false,
  },
})
