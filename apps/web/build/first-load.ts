import { MASTER_COURSE_ID } from '@academy/catalog'
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'
import { collectChunks } from './chunks.ts'
import { firstRequests } from './first-requests.ts'
import { type HeadScriptOptions, startFirstPage } from './head-script.ts'
import { AUTH_CLIENT, type PreloadRules } from './preload-rules.ts'

type Options = {
  /** File name prefixes of the preloaded fonts. */
  fonts: readonly string[]
  sessionKey: HeadScriptOptions['sessionKey']
  /** Modules to preload besides the entry, with and without a session. */
  signedIn: PreloadRules
  signedOut: PreloadRules
}

/** The place of the script in index.html: before the styles, for which scripts after them wait. */
const PLACE = '<!-- The script of the first load. -->'

/**
 * Preloads fonts and the chunks of the first page from index.html, which saves one round trip per nested import, and sends the first
 * requests of signed-in users.
 */
export function startFirstLoad({ fonts, sessionKey, signedIn, signedOut }: Options): Plugin {
  let env: Record<string, string | undefined>
  return {
    name: 'academy:first-load',
    apply: 'build',
    configResolved(config) {
      env = config.env
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, chunk }) {
        if (!bundle || chunk?.type !== 'chunk') return
        if (!html.includes(PLACE)) throw new Error(`index.html has no comment "${PLACE}".`)
        const options: HeadScriptOptions = {
          sessionKey,
          settings: { VITE_API_URL: env.VITE_API_URL ?? '', VITE_MASTER_COURSE_ID: env.VITE_MASTER_COURSE_ID || MASTER_COURSE_ID },
          signedIn: preloadUrls(bundle, chunk, signedIn),
          signedOut: preloadUrls(bundle, chunk, signedOut),
          authClient: filesOf(bundle, chunk, [AUTH_CLIENT]),
          requests: firstRequests,
        }
        const script = `<script>(${startFirstPage})(${JSON.stringify(options)})</script>`
        return { html: html.replace(PLACE, () => script), tags: fontTags(bundle, fonts) }
      },
    },
  }
}

function fontTags(bundle: Rolldown.OutputBundle, fonts: readonly string[]): HtmlTagDescriptor[] {
  return fonts.map((font) => {
    const file = Object.keys(bundle).find((name) => name.includes(font))
    if (!file) throw new Error(`The build holds no font ${font}.`)
    return { tag: 'link', attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true }, injectTo: 'head' }
  })
}

/** Returns the chunks and styles by path pattern, without those of the entry. */
const preloadUrls = (bundle: Rolldown.OutputBundle, entry: Rolldown.OutputChunk, rules: PreloadRules): [string, string[]][] =>
  rules.map(([path, modules]) => [path.source, filesOf(bundle, entry, modules)])

function filesOf(bundle: Rolldown.OutputBundle, entry: Rolldown.OutputChunk, modules: readonly string[]): string[] {
  const entryChunks = new Set(collectChunks(bundle, entry.moduleIds.slice(0, 1)))
  return collectChunks(bundle, modules)
    .filter((chunk) => !entryChunks.has(chunk))
    .flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])])
    .map((file) => `/${file}`)
}
