import type { FastifyBaseLogger } from 'fastify'
import type { NotionAccess } from '../../../plugins/notion/notion.ts'
import type { SaveFile } from '../files/save-file.ts'
import type { PreviewLimits } from '../notion/preview-limits.ts'
import type { FindSyncedFrom } from '../notion/synced-from.ts'
import type { ContentWorker } from './start-content-worker.ts'

/** What is needed to fetch and render a page. */
export type BuildContext = {
  notion: NotionAccess
  /** The origin of the web app. */
  siteOrigin: string
  worker: ContentWorker
  saveFile: SaveFile
  log: FastifyBaseLogger
  signal: AbortSignal
  now: () => Date
  /** Finds the pages of the originals of synced blocks. */
  findSyncedFrom: FindSyncedFrom
  /** For a preview only. */
  limits?: PreviewLimits
}

/** What is needed to fetch and render one page. `originals` is filled with the originals of its synced blocks. */
export type PageContext = BuildContext & { originals: Set<string> }
