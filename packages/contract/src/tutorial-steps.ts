import { removeControls, removeMisleading } from './control-characters.ts'
import { htmlToMarkdown, htmlToText, isEmptyHtml } from './html-to-text.ts'
import { type HtmlElement, type HtmlNode, parseHtml, textOfNode } from './html-tree.ts'
import { templateFields } from './prompt-template.ts'
import { type PartFields, renderParts, TUTORIAL_PARTS } from './tutorial-parts.ts'

/** A step in which a tutorial is taught. */
export type TutorialStep = {
  /** Differs from the headings of the other steps. */
  heading: string
  /** As Markdown. */
  text: string
  /** What the learner should see afterwards, as Markdown, if the author wrote it. */
  see: string | null
  /** The prompt to run, and its fields. */
  prompt: string | null
  fields: string[]
}

type Section = { heading: string; html: string; prompt?: string }

/** In characters, which are at most twice as many units of a string. */
const MAX_HEADING = 100
const NO_STEPS: ReadonlySet<string> = new Set(['blockquote', 'li', 'pre', 'table', 'details'])

const lineOf = (node: HtmlNode): string =>
  removeMisleading(removeControls(textOfNode(node)))
    .replace(/\s+/g, ' ')
    .trim()

/** Returns the elements for which `isWanted`, in their order, without those inside of quotes, items, code and tables. */
const elementsIn = (nodes: readonly HtmlNode[], isWanted: (element: HtmlElement) => boolean): HtmlElement[] =>
  nodes.flatMap((node) => {
    if (typeof node === 'string') return []
    if (isWanted(node)) return [node]
    return NO_STEPS.has(node.name) ? [] : elementsIn(node.children, isWanted)
  })

/** Removes the first tag: an item outside of its list would be marked as a bullet, a cell outside of its row as the second one. */
const withoutTag = (html: string): string => html.replace(/^<[^>]*>/, '')

const cellsOf = (row: HtmlElement): HtmlElement[] => elementsIn(row.children, ({ name }) => name === 'td' || name === 'th')
const rowsOf = (table: HtmlElement): HtmlElement[] => elementsIn(table.children, ({ name }) => name === 'tr')

/** Returns whether an element is the table "Step / You should see". */
const isSeeTable = (element: HtmlElement): boolean =>
  element.name === 'table' &&
  cellsOf(rowsOf(element)[0] ?? element)
    .map((cell) => lineOf(cell).toLowerCase())
    .join() === 'step,you should see'

/** Splits a part at its headings, or at its numbered steps if it has no headings and `hasNumbers`. */
function sectionsOf(html: string, heading: string, hasNumbers = false): Section[] {
  const nodes = parseHtml(html)
  const headings = elementsIn(nodes, ({ name }) => /^h[1-6]$/.test(name))
  const lists = headings.length === 0 && hasNumbers ? elementsIn(nodes, ({ name }) => name === 'ol') : []
  const items = lists.flatMap(({ children }) => children.filter((node) => typeof node !== 'string'))
  const starts = headings.length > 0 ? headings : items
  const sections = starts.map((element, index): Section => {
    const rest = html.slice(headings.length > 0 ? element.end : element.start, starts[index + 1]?.start)
    return { heading: lineOf(element), html: headings.length > 0 ? rest : withoutTag(rest) }
  })
  return [{ heading, html: html.slice(0, starts[0]?.start) }, ...sections].filter(({ html: text }) => !isEmptyHtml(text))
}

/** Returns the prompts of a section: its blocks of code, or all of it if the part has no headings. */
function withPrompt(section: Section, _index: number, { length }: readonly Section[]): Section {
  const { html } = section
  const blocks = elementsIn(parseHtml(html), ({ name }) => name === 'pre').map(({ start, end }) => html.slice(start, end))
  if (blocks.length === 0 && length > 1) return section
  return { ...section, prompt: htmlToText(blocks.join('') || html) }
}

/** Returns the sections with headings that differ: the second "Try it" is "Try it (2)". */
function withOwnHeadings(sections: readonly Section[]): Section[] {
  const taken = new Set<string>()
  return sections.map((section) => {
    const hasInk = /[\p{L}\p{N}\p{P}\p{S}]/u.test(section.heading)
    const plain = hasInk ? [...section.heading].slice(0, MAX_HEADING).join('').trim() : TUTORIAL_PARTS.description.title
    let heading = plain
    for (let number = 2; taken.has(heading); number += 1) heading = `${plain} (${number})`
    taken.add(heading)
    return { ...section, heading }
  })
}

/**
 * Returns the steps of a tutorial, from the headings of its page, and the rows of the table "Step / You should see" that name no step. A row names
 * its step by its heading or its number.
 */
export function tutorialSteps(content: PartFields): { steps: TutorialStep[]; unknownRows: string[] } {
  const see = new Map<string, string>()
  const withoutTable = (html: string): string => {
    const [table] = elementsIn(parseHtml(html), isSeeTable)
    if (table === undefined) return html
    for (const row of rowsOf(table).slice(1)) {
      const [step, seen] = cellsOf(row)
      if (step && seen) see.set(lineOf(step), htmlToMarkdown(withoutTag(html.slice(seen.start, seen.end))))
    }
    return html.slice(0, table.start) + html.slice(table.end)
  }
  let ending = ''
  const part = (html: string, { heading }: { heading: string }): Section[] => [{ heading, html }]
  const sections = renderParts<Section[]>(content, {
    introduction: (html) => sectionsOf(withoutTable(html), TUTORIAL_PARTS.description.title, true),
    section: part,
    video: () => [],
    diagram: () => [],
    prompt: (html, { heading }) => sectionsOf(html, heading).map(withPrompt),
    code: (html, { heading }) => sectionsOf(html, heading),
    tips: (tips, { heading }) => [{ heading, html: tips.map((tip) => `<h3>${tip.parent_html}</h3>${tip.children_html}`).join('') }],
    transition: (html) => {
      ending = htmlToMarkdown(html)
      return []
    },
  }).flat()
  const named = withOwnHeadings(sections)
  const rows = [...see].map(([name, text]) => {
    const step = named.findIndex(({ heading }, index) => String(index + 1) === name || heading.toLowerCase() === name.toLowerCase())
    return { name, step, text }
  })
  const steps = named.map(({ heading, html, prompt = null }, index): TutorialStep => {
    const text = htmlToMarkdown(html)
    return {
      heading,
      text: index === named.length - 1 && ending ? `${text}\n\n${ending}` : text,
      see: rows.find(({ step }) => step === index)?.text ?? null,
      prompt,
      fields: prompt === null ? [] : templateFields(prompt),
    }
  })
  return { steps, unknownRows: rows.filter(({ step }) => step === -1).map(({ name }) => name) }
}

/**
 * Returns how many steps of a tutorial are finished, from the headings of the last finished ones, the latest last. A step that is no longer there
 * gives way to the nearest earlier one.
 */
export function finishedSteps(steps: readonly TutorialStep[], headings: readonly string[]): { finished: number; hasMoved: boolean } {
  const last = headings.findLast((heading) => steps.some((step) => step.heading === heading))
  return { finished: steps.findIndex(({ heading }) => heading === last) + 1, hasMoved: last !== headings.at(-1) }
}
