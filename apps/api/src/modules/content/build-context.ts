import type { FastifyBaseLogger } from 'fastify'
import type { NotionAccess } from '../../plugins/notion/notion.ts'
import type { SaveFile } from './files/save-file.ts'
import type { FindSyncedFrom } from './notion/synced-from.ts'
import type { ContentWorker } from './start-content-worker.ts'

/** What it takes to fetch a page and to make of it what is published. */
export type BuildContext = {
  notion: NotionAccess
  /** Where the web app lives. */
  siteOrigin: string
  worker: ContentWorker
  saveFile: SaveFile
  log: FastifyBaseLogger
  signal: AbortSignal
  now: () => Date
  /** Finds the pages of the originals of synced blocks. */
  findSyncedFrom: FindSyncedFrom
}
