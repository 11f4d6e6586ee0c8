import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { orderedTestOptions } from '../../vitest.shared.ts'

// Each project has its own files.
const { include, ...testOptions } = orderedTestOptions

/** Starts the Postgres server on which the tests of a project run. */
const globalSetup = ['src/testing/global-setup.ts']

const OLDER_POSTGRES = 'src/older-postgres.test.ts'
/** These tests have a catalog of three courses, so they share no loaded modules. */
const SEVERAL_COURSES = 'src/several-courses/*.test.ts'

export default defineConfig({
  test: {
    ...testOptions,
    projects: [
      { extends: true, test: { name: 'api', globalSetup, include, exclude: [OLDER_POSTGRES, SEVERAL_COURSES] } },
      {
        extends: true,
        ssr: { resolve: { conditions: ['several-courses', ...defaultServerConditions] } },
        test: { name: 'several-courses', globalSetup, include: [SEVERAL_COURSES], isolate: true },
      },
      {
        // Repeats the tests of migrations, queries, backup and restore on an older server: Postgres 17, or the server of TEST_DATABASE_URL.
        extends: true,
        test: {
          name: 'older-postgres',
          globalSetup,
          include: [
            OLDER_POSTGRES,
            'src/database/api-role.test.ts',
            'src/backup/backup.test.ts',
            'src/modules/account/search-accounts.test.ts',
            'src/modules/billing/facts/facts.store.test.ts',
            'src/modules/billing/facts/manage-grants.test.ts',
            'src/modules/billing/stripe/reconcile.test.ts',
            'src/modules/content/sync/one-syncer.test.ts',
            'src/modules/privacy/privacy.test.ts',
            'src/modules/prompts/prompts.test.ts',
          ],
        },
      },
    ],
    setupFiles: ['@academy/standins/testing/quiet'],
    // Each file builds its own app on its own database, so files can share loaded modules. That halves the time of a run.
    isolate: false,
    // A file spends half of its time waiting for Postgres or for a process that it started, so two files run at once.
    maxWorkers: 2,
  },
})
