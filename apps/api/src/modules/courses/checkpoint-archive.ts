import { strToU8, zipSync } from 'fflate'
import type { CheckpointFile, PublishedCheckpoint } from '../content/read/published-content.store.ts'
import type { OutlineSession } from './outline.ts'

/** Returns the name of the folder in the download, such as `signal-board-session-03`. */
export const folderOf = ({ project }: Pick<PublishedCheckpoint, 'project'>, { number }: Pick<OutlineSession, 'number'>): string =>
  `${project}-session-${String(number).padStart(2, '0')}`

/** Returns a zip file with one folder that contains the files. */
export function zipOf(folder: string, files: readonly CheckpointFile[]): Buffer {
  const entries = Object.fromEntries(files.map(({ path, text }) => [`${folder}/${path}`, strToU8(text)]))
  // Zip files store local time, from 1980 on. A constant time gives the same bytes on every machine.
  const mtime = new Date(1980, 0, 1)
  return Buffer.from(zipSync(entries, { mtime, level: 6 }))
}
