import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'
import { collectChunks } from './chunks.ts'

/**
 * Writes the URLs of the styles that the public pages need besides those of the entry, as a JSON array, to `styles.json` in the folder of the
 * build for the server. `modules` are those with such styles.
 */
export function publicStyles(modules: readonly string[]): Plugin {
  let file = ''
  return {
    name: 'academy:public-styles',
    apply: 'build',
    configResolved({ root, build }) {
      file = path.resolve(root, `${build.outDir}-server`, 'styles.json')
    },
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
