import { Counter, Gauge, type Registry } from 'prom-client'
import type { SyncReport } from './sync-content.ts'

/** Counts sync runs for operators. */
export function syncMetrics(registry: Registry) {
  const registers = [registry]
  const runs = new Counter({ name: 'content_sync_runs_total', help: 'Syncs with Notion', labelNames: ['result'], registers })
  const pages = new Counter({ name: 'content_pages_total', help: 'Pages published or unpublished', labelNames: ['what'], registers })
  const requests = new Counter({ name: 'content_sync_requests_total', help: 'Requests sent to Notion', registers })
  const refused = new Gauge({ name: 'content_pages_refused', help: 'Pages that are refused as they are now', registers })
  const lastDone = new Gauge({ name: 'content_sync_last_done_timestamp_seconds', help: 'When the last run succeeded', registers })
  const next = new Gauge({ name: 'content_sync_next_timestamp_seconds', help: 'When the next run by the clock is due', registers })

  const count = (report: SyncReport | { result: 'failed' }): void => {
    runs.inc({ result: report.result })
    if (!('requests' in report)) return
    requests.inc(report.requests)
    pages.inc({ what: 'published' }, report.published)
    pages.inc({ what: 'unpublished' }, report.unpublished)
    // after a run of another instance as well, whose refusals may have replaced those that this one counted
    if (report.result === 'done' || report.result === 'fresh') refused.set(report.totalRefused)
    if (report.result === 'done') lastDone.setToCurrentTime()
  }
  const dueIn = (seconds: number): void => next.set(Date.now() / 1000 + seconds)
  /** Records the age of the mirror when the process starts. */
  const doneBefore = (seconds: number): void => lastDone.set(Date.now() / 1000 - seconds)
  return { count, dueIn, doneBefore }
}
