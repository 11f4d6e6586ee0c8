export type CopySection = {
  /** The author's heading; null without one. */
  title: string | null
  html: string
  /** HTML that the copy button copies: for a section with a heading, its code blocks without the explanations. */
  copyHtml: string
}

type Section = { title: string | null; html: string }

/**
 * Splits a part of a resource at its main headings, so that each prompt can be copied alone. `intro` is the text before the first
 * heading. A part stays whole unless every heading is followed by a code block.
 */
export function splitSections(html: string): { intro: string; sections: CopySection[] } {
  const [lead, ...headed] = splitAtHeadings(html)
  const isWhole = headed.length === 0 || !headed.every(hasBlock) || hasBlock(lead)
  if (isWhole) return { intro: '', sections: [{ title: null, html, copyHtml: html }] }
  return { intro: lead.html.trim(), sections: headed.map((section) => ({ ...section, copyHtml: extractBlocks(section.html) })) }
}

/** Returns the content before the first heading of the highest level, then one section for each such heading. */
function splitAtHeadings(html: string): [Section, ...Section[]] {
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
      current.html += outerHtml(node)
    }
  }
  return sections
}

const hasBlock = ({ html }: Section): boolean => /<pre\b/i.test(html)

const extractBlocks = (html: string): string => [...parse(html).querySelectorAll('pre')].map(({ outerHTML }) => outerHTML).join('')

const parse = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body

const outerHtml = (node: Node): string => {
  const holder = document.implementation.createHTMLDocument('').body
  holder.append(node.cloneNode(true))
  return holder.innerHTML
}
