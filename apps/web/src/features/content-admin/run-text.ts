import type { SyncRun } from '@academy/contract'
import { counted } from '../../ui/counted.ts'

export const kindTexts: Record<SyncRun['kind'], string> = { incremental: 'Incremental sync', full: 'Full sync' }

export const triggerTexts: Record<SyncRun['trigger'], string> = {
  start: 'at the start of the API',
  schedule: 'on schedule',
  admin: 'by an administrator',
  webhook: 'by a change in Notion',
  command: 'by a command',
}

export const statusTexts: Record<SyncRun['status'], string> = {
  running: 'Running',
  succeeded: 'Succeeded',
  failed: 'Failed',
  interrupted: 'Interrupted',
}

/** What a run did, in one line; what it did none of is left out. '' while it runs: it is counted when it ends. */
export function countsText({ status, counts }: SyncRun): string {
  const { seen, published, unchanged, refused, removed, requests } = counts
  if (status === 'running' && requests === 0) return ''
  const parts = [
    `${counted(seen, 'page')} seen`,
    some(published, 'published'),
    some(unchanged, 'unchanged'),
    some(removed, 'removed'),
    some(refused, 'refused'),
    counted(requests, 'request'),
  ]
  return parts.filter(Boolean).join(' · ')
}

const some = (count: number, what: string) => count > 0 && `${count.toLocaleString('en')} ${what}`

/** '12 s', '3 min 20 s'; '' while it runs. */
export function lengthText({ started_at, finished_at }: SyncRun): string {
  if (!finished_at) return ''
  const seconds = Math.max(0, Math.round((Date.parse(finished_at) - Date.parse(started_at)) / 1000))
  const minutes = Math.floor(seconds / 60)
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`
}
