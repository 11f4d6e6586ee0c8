import { defineConfig } from 'vitest/config'
import { limitsOfOrderedTests } from '../../vitest.limits.ts'

/** Starts the server of a project. */
const globalSetup = ['src/testing/global-setup.ts']

const OLDER_POSTGRES = 'src/older-postgres.test.ts'

export default defineConfig({
  test: {
    ...limitsOfOrderedTests,
    reporters: ['default', ['json', { outputFile: 'test-results/results.json' }]],
    projects: [
      { extends: true, test: { name: 'api', globalSetup, include: ['src/**/*.test.ts'], exclude: [OLDER_POSTGRES] } },
      {
        // Migrations, queries, backup and restore once more, on an older server: on 17, or on that of TEST_DATABASE_URL.
        extends: true,
        test: {
          name: 'older-postgres',
          globalSetup,
          include: [
            OLDER_POSTGRES,
            'src/database/api-role.test.ts',
            'src/backup/backup.test.ts',
            'src/modules/account/search-accounts.test.ts',
            'src/modules/billing/facts.store.test.ts',
            'src/modules/billing/manage-grants.test.ts',
            'src/modules/billing/sync/reconcile.test.ts',
            'src/modules/content/one-syncer.test.ts',
            'src/modules/privacy/privacy.test.ts',
            'src/modules/prompts/prompts.test.ts',
          ],
        },
      },
    ],
    setupFiles: ['src/testing/quiet-console.ts'],
    // Each file makes its own app on its own database, so that files may share loaded modules: half the time of a run.
    isolate: false,
    // Half of the time a file waits for Postgres or for a process that it started.
    maxWorkers: 2,
  },
})
