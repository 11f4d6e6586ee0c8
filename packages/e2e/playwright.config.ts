import { defineConfig } from '@playwright/test'
import { launchOptions } from './fixtures/chromium.ts'

/** Journeys that publish content run last, because others count the content. To run them alone: `npx -y pnpm@10 e2e hostile --no-deps`. */
const AFTER_ALL_OTHERS = '**/hostile-content.e2e.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/artifacts',
  globalSetup: './fixtures/open-academy.ts',
  fullyParallel: true,
  // one more than the cores of a small machine: a journey often waits for its page
  workers: 3,
  forbidOnly: true,
  // a retry would hide a defect of the test or of the product
  retries: 0,
  // generous, because a busy machine is four times as slow; `bench` measures speed
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/results.json' }]],
  use: { launchOptions, contextOptions: { reducedMotion: 'reduce' } },
  projects: [
    {
      name: 'desktop',
      testIgnore: ['**/*.mobile.e2e.ts', AFTER_ALL_OTHERS],
      use: { viewport: { width: 1440, height: 900 }, launchOptions },
    },
    {
      name: 'mobile',
      testMatch: '**/*.mobile.e2e.ts',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, launchOptions },
    },
    {
      name: 'changes shared content',
      testMatch: AFTER_ALL_OTHERS,
      dependencies: ['desktop', 'mobile'],
      use: { viewport: { width: 1440, height: 900 }, launchOptions },
    },
  ],
})
