/** Deeper indentation than this is not worth a third of a phone's screen. */
const DEEPEST = 12

/**
 * Puts each line of the code blocks in `root` into an element that knows its indentation, so that a line too long for its
 * block goes on below its own beginning instead of at the margin. What is selected and copied stays the same text.
 */
export function hangCodeLines(root: ParentNode): void {
  for (const code of root.querySelectorAll('pre.code > code')) {
    const lines = linesOf(code)
    if (!lines) continue
    const isCode = code.querySelector('[class^="tok-"]') !== null
    code.replaceChildren(
      ...lines.map((nodes) => {
        const line = document.createElement('span')
        line.className = 'code-line'
        line.append(...(nodes.length > 0 ? nodes : [document.createElement('br')]))
        line.style.setProperty('--hang', String(hangOf(line.textContent ?? '', isCode)))
        return line
      }),
    )
  }
}

/** Where a line goes on, in characters: code two deeper than it began, a prompt's list item below its own text, its prose below itself. */
function hangOf(line: string, isCode: boolean): number {
  const [margin = ''] = (isCode ? /^\s*/ : /^\s*(?:(?:[-*•]|\d+[.)])\s)?/).exec(line) ?? []
  return Math.min(margin.replaceAll('\t', '  ').length, DEEPEST) + (isCode ? 2 : 0)
}

/** The contents of a code element, line by line; undefined when they are lines already, or an element crosses a line end. */
function linesOf(code: Element): Node[][] | undefined {
  if ([...code.children].some((child) => child.className === 'code-line' || child.textContent?.includes('\n'))) return undefined
  let last: Node[] = []
  const lines = [last]
  for (const child of [...code.childNodes]) {
    if (child.nodeType !== Node.TEXT_NODE) {
      last.push(child)
      continue
    }
    const [first = '', ...rest] = (child.nodeValue ?? '').split('\n')
    if (first) last.push(document.createTextNode(first))
    for (const text of rest) {
      last = text ? [document.createTextNode(text)] : []
      lines.push(last)
    }
  }
  // A line end at the very end begins no line.
  if (lines.at(-1)?.length === 0) lines.pop()
  return lines
}
