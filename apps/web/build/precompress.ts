import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(html|js|css|svg|json|txt)$/
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

/** Writes a .br and a .gz version of every text file, at the highest compression level, so that no server has to compress responses. */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'academy:precompress',
    apply: 'build',
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      // A failed build has no folder, and says itself why it failed.
      if (!existsSync(folder)) return
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name))
      await Promise.all(files.map((file) => compress(path.join(file.parentPath, file.name))))
    },
  }
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  await Promise.all([
    writeFile(`${file}.br`, await promisify(brotliCompress)(content, brotliOptions)),
    writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 })),
  ])
}
