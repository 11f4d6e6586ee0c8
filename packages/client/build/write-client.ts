import path from 'node:path'
import { writePackage } from './write-package.ts'

/** Writes the folder to publish. */
export const writeClient = (outDir: string): Promise<void> =>
  writePackage({
    folder: path.resolve(import.meta.dirname, '..'),
    outDir,
    hasTypes: true,
    manifest: {
      // TypeScript takes the types of a CommonJS program from a .d.cts file; Node's `require` loads the ES module itself
      exports: { '.': { require: { types: './index.d.cts', default: './index.js' }, types: './index.d.ts', default: './index.js' } },
      sideEffects: false,
      keywords: ['vibe-coding-academy', 'api', 'client', 'prompts'],
    },
  })
