import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'
import { chunksBehind } from './chunks.ts'

type Options = {
  /** File names, as they begin, of the fonts that the first text needs. */
  fonts: readonly string[]
  /** Key in localStorage under which a session lies. */
  sessionKey: string
  /** Modules that a visitor without a session needs, by path, beyond the entry. */
  signedOut: Readonly<Record<string, readonly string[]>>
  /** Modules that any page of a signed-in visitor needs. */
  signedIn: readonly string[]
}

/**
 * Tells the browser in the page itself what the first screen will ask for anyway: fonts, and the chunks of the page that
 * this visitor is about to see. Without it they wait for the entry to arrive and run: one more round trip each.
 */
export function firstLoad({ fonts, sessionKey, signedOut, signedIn }: Options): Plugin {
  return {
    name: 'academy:first-load',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, chunk }) {
        if (!bundle || chunk?.type !== 'chunk') return
        const urls = (modules: readonly string[]) => newChunks(bundle, chunk, modules).map((name) => `/${name}`)
        const choices = {
          in: urls(signedIn),
          out: Object.fromEntries(Object.entries(signedOut).map(([path, modules]) => [path, urls(modules)])),
        }
        return [...fontTags(bundle, fonts), { tag: 'script', children: preloadScript(sessionKey, choices), injectTo: 'head-prepend' }]
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

/** Chunks behind these modules that the entry does not bring along by itself. */
function newChunks(bundle: Rolldown.OutputBundle, entry: Rolldown.OutputChunk, modules: readonly string[]): string[] {
  const known = new Set(chunksBehind(bundle, entry.moduleIds.slice(0, 1)).map((one) => one.fileName))
  return chunksBehind(bundle, modules)
    .map((one) => one.fileName)
    .filter((name) => !known.has(name))
}

const preloadScript = (sessionKey: string, choices: { in: string[]; out: Record<string, string[]> }) =>
  `try{const c=${JSON.stringify(choices)},s=localStorage.getItem(${JSON.stringify(sessionKey)});` +
  'for(const h of s?c.in:c.out[location.pathname]??[])' +
  'document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href:h}))}catch{}'
