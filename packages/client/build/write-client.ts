import path from 'node:path'
import { writePackage } from './write-package.ts'

/** Writes the folder to publish. */
export const writeClient = (outDir: string): Promise<void> =>
  writePackage({
    folder: path.resolve(import.meta.dirname, '..'),
    outDir,
    hasTypes: true,
    manifest: {
      exports: { '.': { types: './index.d.ts', default: './index.js' } },
      sideEffects: false,
      keywords: ['vibe-coding-academy', 'api', 'client', 'prompts'],
    },
  })
