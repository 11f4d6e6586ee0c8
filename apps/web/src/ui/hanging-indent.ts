/** Characters. More would waste a third of a phone's screen. */
const MAX_INDENT = 12

/**
 * Wraps each line of the code blocks in `root` in an element with a hanging indent, so that a long line continues below its own start
 * instead of at the margin. The text for selecting and copying stays the same.
 */
export function addHangingIndents(root: ParentNode): void {
  for (const code of root.querySelectorAll('pre.code > code')) {
    const lines = splitIntoLines(code)
    if (!lines) continue
    const isCode = code.querySelector('[class^="tok-"]') !== null
    code.replaceChildren(
      ...lines.map((nodes) => {
        const line = document.createElement('span')
        line.className = 'code-line'
        line.append(...(nodes.length > 0 ? nodes : [document.createElement('br')]))
        keepIndentWithText(line)
        line.style.setProperty('--hang', String(hangingIndent(line.textContent ?? '', isCode)))
        return line
      }),
    )
  }
}

/** Forbids a line break between the indent of a line and its first word. A word that is too long would leave an empty line above it. */
function keepIndentWithText(line: HTMLElement): void {
  const first = line.firstChild
  if (!(first instanceof Text)) return
  const [margin = ''] = /^\s+/.exec(first.data) ?? []
  if (margin === '') return
  const span = document.createElement('span')
  span.className = 'whitespace-pre'
  first.deleteData(0, margin.length)
  span.textContent = margin
  line.prepend(span)
}

/** Returns the indent of continuation lines in characters: code two deeper, list items below their text, prose unchanged. */
function hangingIndent(line: string, isCode: boolean): number {
  const [margin = ''] = (isCode ? /^\s*/ : /^\s*(?:(?:[-*•]|\d+[.)])\s)?/).exec(line) ?? []
  return Math.min(margin.replaceAll('\t', '  ').length, MAX_INDENT) + (isCode ? 2 : 0)
}

/** Splits a code element into lines. Returns undefined when it is split already, or when an element spans lines. */
function splitIntoLines(code: Element): Node[][] | undefined {
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
  // A trailing newline starts no new line.
  if (lines.at(-1)?.length === 0) lines.pop()
  return lines
}
