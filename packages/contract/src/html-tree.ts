/** An element of sanitized HTML. `start` and `end` are its offsets in the source. */
export type HtmlElement = {
  /** In lower case. */
  name: string
  attributes: ReadonlyMap<string, string>
  children: HtmlNode[]
  start: number
  end: number
}
export type HtmlNode = string | HtmlElement

const VOID = new Set(['br', 'img', 'input', 'hr', 'col', 'source', 'track', 'wbr', 'embed'])
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (entity, decimal?: string, hex?: string, name = '') => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined
    if (code !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : entity
    return ENTITIES[name.toLowerCase()] ?? entity
  })

const attributesOf = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(/([a-z-]+)(?:="([^"]*)")?/gi)].map(([, name = '', value = '']) => [name.toLowerCase(), decode(value)]))

/**
 * Parses HTML that the API has sanitized: every `<` begins a tag, and no attribute contains `>`. Works without a DOM, so that the API, the web
 * app and other clients get the same texts.
 */
export function parseHtml(html: string): HtmlNode[] {
  const root: HtmlElement = { name: '', attributes: new Map(), children: [], start: 0, end: html.length }
  const open = [root]
  const add = (node: HtmlNode) => (open.at(-1) ?? root).children.push(node)
  let at = 0
  while (at < html.length) {
    const tagStart = html.indexOf('<', at)
    const tagEnd = tagStart < 0 ? -1 : html.indexOf('>', tagStart)
    if (tagEnd < 0) {
      add(decode(html.slice(at)))
      break
    }
    if (tagStart > at) add(decode(html.slice(at, tagStart)))
    at = tagEnd + 1
    const [, slash, letters, rest = ''] = /^(\/?)([a-z][a-z\d]*)([\s\S]*)$/i.exec(html.slice(tagStart + 1, tagEnd)) ?? []
    const name = letters?.toLowerCase()
    if (name === undefined) continue
    if (slash) {
      const index = open.findLastIndex((element) => element.name === name)
      for (const closed of index > 0 ? open.splice(index) : []) closed.end = at
      continue
    }
    const element: HtmlElement = { name, attributes: attributesOf(rest), children: [], start: tagStart, end: at }
    add(element)
    if (!VOID.has(name)) open.push(element)
  }
  for (const unclosed of open.slice(1)) unclosed.end = html.length
  return root.children
}

/** Returns the text content of a node, unchanged. */
export const textOfNode = (node: HtmlNode): string => (typeof node === 'string' ? node : node.children.map(textOfNode).join(''))
