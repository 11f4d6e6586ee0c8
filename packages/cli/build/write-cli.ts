import path from 'node:path'
import { writePackage } from '@vibe-coding-academy/client/bundling'

/** Writes the folder to publish. */
export const writeCli = (outDir: string): Promise<void> =>
  writePackage({
    folder: path.resolve(import.meta.dirname, '..'),
    outDir,
    manifest: {
      bin: { vca: 'index.js' },
      keywords: ['vibe-coding-academy', 'prompts', 'cli'],
    },
  })
