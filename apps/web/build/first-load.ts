import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'
import { chunksBehind } from './chunks.ts'

/** Modules by the addresses that show them: the first pattern that matches counts. */
type Screens = readonly (readonly [address: RegExp, modules: readonly string[]])[]

type Options = {
  /** File names, as they begin, of the fonts that the first text needs. */
  fonts: readonly string[]
  /** Key in localStorage under which a session lies. */
  sessionKey: string
  /** What visitors need beyond the entry: with a session, and without. */
  signedIn: Screens
  signedOut: Screens
}

/**
 * Tells the browser in the page itself what the first screen will ask for anyway: fonts, and the chunks of the page that
 * this visitor is about to see. Without it each waits for the one that imports it: one more round trip a step.
 */
export function firstLoad({ fonts, sessionKey, signedIn, signedOut }: Options): Plugin {
  return {
    name: 'academy:first-load',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, chunk }) {
        if (!bundle || chunk?.type !== 'chunk') return
        const script = preloadScript(sessionKey, urlsOf(bundle, chunk, signedIn), urlsOf(bundle, chunk, signedOut))
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

/** For each kind of address the chunks, and their styles, that the entry does not bring along by itself. */
function urlsOf(bundle: Rolldown.OutputBundle, entry: Rolldown.OutputChunk, screens: Screens): [string, string[]][] {
  const known = new Set(chunksBehind(bundle, entry.moduleIds.slice(0, 1)))
  return screens.map(([address, modules]) => [
    address.source,
    chunksBehind(bundle, modules)
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
