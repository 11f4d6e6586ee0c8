import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'
import { collectChunks } from './chunks.ts'
import type { PreloadRules } from './preload-rules.ts'

type Options = {
  /** File name prefixes of the preloaded fonts. */
  fonts: readonly string[]
  /** localStorage key of the session. */
  sessionKey: string
  /** Modules to preload besides the entry, with and without a session. */
  signedIn: PreloadRules
  signedOut: PreloadRules
}

/** Preloads fonts and the chunks of the first page from index.html, which saves one round trip per nested import. */
export function preloadFirstPage({ fonts, sessionKey, signedIn, signedOut }: Options): Plugin {
  return {
    name: 'academy:first-load',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, chunk }) {
        if (!bundle || chunk?.type !== 'chunk') return
        const script = preloadScript(sessionKey, preloadUrls(bundle, chunk, signedIn), preloadUrls(bundle, chunk, signedOut))
        return [...fontTags(bundle, fonts), { tag: 'script', children: script, injectTo: 'head' }]
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
function preloadUrls(bundle: Rolldown.OutputBundle, entry: Rolldown.OutputChunk, rules: PreloadRules): [string, string[]][] {
  const known = new Set(collectChunks(bundle, entry.moduleIds.slice(0, 1)))
  return rules.map(([path, modules]) => [
    path.source,
    collectChunks(bundle, modules)
      .filter((chunk) => !known.has(chunk))
      .flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])])
      .map((file) => `/${file}`),
  ])
}

const preloadScript = (sessionKey: string, signedIn: [string, string[]][], signedOut: [string, string[]][]) =>
  `try{const f=(localStorage.getItem(${JSON.stringify(sessionKey)})?${JSON.stringify(signedIn)}:${JSON.stringify(signedOut)})` +
  '.find(([a])=>new RegExp(a).test(location.pathname));' +
  'for(const href of f?f[1]:[])document.head.append(Object.assign(document.createElement("link"),' +
  'href.endsWith("css")?{rel:"preload",as:"style",crossOrigin:"",href}:{rel:"modulepreload",href}))}catch{}'
