export type Sheet = {
  /** As the author called it; null when it has no heading. */
  title: string | null
  html: string
  /** The HTML of what its button copies: of a titled sheet the blocks alone, without what is said about them. */
  copied: string
}

type Section = { title: string | null; html: string }

/**
 * Cuts a part of a resource at its main headings, where each heads a block: so every prompt is a sheet of its own, to be copied
 * alone. `intro` is what is said before the first. A prompt that is set as text, with headings of its own, stays whole.
 */
export function splitSheets(html: string): { intro: string; sheets: Sheet[] } {
  const [lead, ...headed] = sectionsOf(html)
  const isWhole = headed.length === 0 || !headed.every(hasBlock) || hasBlock(lead)
  if (isWhole) return { intro: '', sheets: [{ title: null, html, copied: html }] }
  return { intro: lead.html.trim(), sheets: headed.map((section) => ({ ...section, copied: blocksOf(section.html) })) }
}

/** What stands before the first heading of the highest level, then each of these headings with what follows it. */
function sectionsOf(html: string): [Section, ...Section[]] {
  const nodes = [...parse(html).childNodes]
  const highest = nodes
    .map(({ nodeName }) => nodeName)
    .filter((name) => /^H[1-6]$/.test(name))
    .toSorted()[0]
  let current: Section = { title: null, html: '' }
  const sections: [Section, ...Section[]] = [current]
  for (const node of nodes) {
    if (node.nodeName === highest) {
      current = { title: node.textContent?.trim() || null, html: '' }
      sections.push(current)
    } else {
      current.html += sourceOf(node)
    }
  }
  return sections
}

const hasBlock = ({ html }: Section): boolean => /<pre\b/i.test(html)

const blocksOf = (html: string): string => [...parse(html).querySelectorAll('pre')].map(({ outerHTML }) => outerHTML).join('')

const parse = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body

const sourceOf = (node: Node): string => {
  const holder = document.implementation.createHTMLDocument('').body
  holder.append(node.cloneNode(true))
  return holder.innerHTML
}
