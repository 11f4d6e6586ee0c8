import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'
import { collectChunks } from './chunks.ts'

type Options = {
  /** Modules whose styles the public pages need besides those of the entry. */
  modules: readonly string[]
  /** The file, which the web server reads. */
  file: string
}

/** Writes the URLs of the styles of the public pages to a file, as a JSON array. */
export function publicStyles({ modules, file }: Options): Plugin {
  return {
    name: 'academy:public-styles',
    apply: 'build',
    async writeBundle(_, bundle) {
      const entry = Object.values(bundle).find((one) => one.type === 'chunk' && one.isEntry)
      const entryStyles = new Set(entry?.type === 'chunk' ? entry.viteMetadata?.importedCss : [])
      const styles = modules.flatMap((module) => {
        const [own] = collectChunks(bundle, [module])
        return [...(own?.viteMetadata?.importedCss ?? [])]
      })
      const urls = [...new Set(styles)].filter((style) => !entryStyles.has(style)).map((style) => `/${style}`)
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(file, JSON.stringify(urls))
    },
  }
}
