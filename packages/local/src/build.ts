import { run } from './processes.ts'

/** Environment variables that switch off the telemetry of turbo. */
export const TURBO_ENV = { TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }

/** Builds all apps, or what a task builds of them. Takes unchanged ones from the cache. */
export async function buildAcademy(task = 'build'): Promise<void> {
  await run('turbo', ['run', task, '--output-logs=errors-only'], { env: TURBO_ENV, what: 'The build' })
}
