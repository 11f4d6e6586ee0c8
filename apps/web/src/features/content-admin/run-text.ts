import type { SyncRun } from '@academy/contract'
import { pluralize } from '../../ui/pluralize.ts'

export const kindLabels: Record<SyncRun['kind'], string> = {
  incremental: 'Sync of recent edits',
  full: 'Sync that lists all pages',
  everything: 'Sync that reads every page again',
}

export const triggerLabels: Record<SyncRun['trigger'], string> = {
  start: 'at the start of the API',
  schedule: 'on schedule',
  admin: 'by an administrator',
  webhook: 'by a change in Notion',
  command: 'by a command',
}

export const statusLabels: Record<SyncRun['status'], string> = {
  running: 'Running',
  succeeded: 'Succeeded',
  failed: 'Failed',
  interrupted: 'Interrupted',
  held: 'Needs confirmation',
}

/** Formats the counts of a sync, without zeros; '' until a running sync has counts. */
export function formatCounts({ status, counts }: SyncRun): string {
  const { seen, published, unchanged, refused, removed, requests } = counts
  if (status === 'running' && requests === 0) return ''
  const parts = [
    `${pluralize(seen, 'page')} seen`,
    countLabel(published, 'published'),
    countLabel(unchanged, 'unchanged'),
    countLabel(removed, 'removed'),
    countLabel(refused, 'refused'),
    pluralize(requests, 'request'),
  ]
  return parts.filter(Boolean).join(' · ')
}

const countLabel = (count: number, what: string) => count > 0 && `${count.toLocaleString('en')} ${what}`

/** Formats the duration of a sync: '12 s', '3 min 20 s'; '' while it runs. */
export function formatRunDuration({ started_at, finished_at }: SyncRun): string {
  if (!finished_at) return ''
  const seconds = Math.max(0, Math.round((Date.parse(finished_at) - Date.parse(started_at)) / 1000))
  const minutes = Math.floor(seconds / 60)
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`
}
