/** An element of sanitized HTML. `start` and `end` are its offsets in the source; `end` is exclusive. */
export type HtmlElement = {
  /** In lower case. */
  name: string
  attributes: ReadonlyMap<string, string>
  children: HtmlNode[]
  start: number
  end: number
}
export type HtmlNode = string | HtmlElement

const VOID_ELEMENTS = new Set(['br', 'img', 'input', 'hr', 'col', 'source', 'track', 'wbr', 'embed'])
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
  const openElements = [root]
  const add = (node: HtmlNode) => (openElements.at(-1) ?? root).children.push(node)
  let offset = 0
  while (offset < html.length) {
    const tagStart = html.indexOf('<', offset)
    const tagEnd = tagStart < 0 ? -1 : html.indexOf('>', tagStart)
    if (tagEnd < 0) {
      add(decode(html.slice(offset)))
      break
    }
    if (tagStart > offset) add(decode(html.slice(offset, tagStart)))
    offset = tagEnd + 1
    const [, slash, letters, rest = ''] = /^(\/?)([a-z][a-z\d]*)([\s\S]*)$/i.exec(html.slice(tagStart + 1, tagEnd)) ?? []
    const name = letters?.toLowerCase()
    if (name === undefined) continue
    if (slash) {
      const index = openElements.findLastIndex((element) => element.name === name)
      for (const closed of index > 0 ? openElements.splice(index) : []) closed.end = offset
      continue
    }
    const element: HtmlElement = { name, attributes: attributesOf(rest), children: [], start: tagStart, end: offset }
    add(element)
    if (!VOID_ELEMENTS.has(name)) openElements.push(element)
  }
  for (const unclosed of openElements.slice(1)) unclosed.end = html.length
  return root.children
}

/** Returns the text content of a node, with line breaks. White space stays unchanged. */
export function textOfNode(node: HtmlNode): string {
  if (typeof node === 'string') return node
  return node.name === 'br' ? '\n' : node.children.map(textOfNode).join('')
}
