import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/postgres-js'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../../database/open-database.ts'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { contentState } from './content-state.store.ts'

test('a run that ends while the state is loaded has succeeded', async () => {
  const { app, config } = await buildTestApp()
  // A pool of one connection runs statements in their order.
  const sql = openDatabase(config.databaseUrl, { applicationName: 'test', max: 1 })
  onTestFinished(() => sql.end())
  const db = drizzle({ client: sql })
  const execute = db.execute.bind(db)
  await app.sql`insert into content_sync_runs default values`
  const endRun = async (): Promise<void> => {
    // Until then the list of runs was requested, and it is loaded before this statement.
    await yieldToEventLoop()
    await sql`select 1`
    await app.sql`update content_sync_runs set result = 'done', finished_at = now()`
  }
  // The only statement for which `execute` is called asks whether a run has the lock. None has it here.
  const isSyncing = vi.spyOn(db, 'execute').mockImplementationOnce(((query: string) => endRun().then(() => execute(query))) as never)

  const state = await contentState(db)
  expect(isSyncing).toHaveBeenCalled()
  expect(state).toMatchObject({ syncing: false, runs: [{ result: 'done' }], last_success_at: expect.any(Date) })
})
