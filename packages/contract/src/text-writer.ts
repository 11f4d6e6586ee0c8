/** Builds plain text from paragraphs, list items and indentation. Independent of HTML. */
export class TextWriter {
  private out = ''
  /** White space after `out`. Kept apart, because to find it at the end of a long text takes as long as the text. */
  private space = ''
  private pendingBreaks = 0
  /** Written before the first text of the next line, e.g. '- '. */
  private mark = ''
  private indent = ''
  /** Marks of emphasis to write before the next text that is not blank. */
  private openMarks = ''
  private isInCell = false

  /** Ends the line; 2 adds an empty line. Never adds two empty lines in a row, nor one between a list marker and its text. */
  breakLine(count: 1 | 2): void {
    if (this.out && !this.mark) this.pendingBreaks = Math.max(this.pendingBreaks, count)
  }

  /** A line break within a paragraph. Two of them leave an empty line. In a cell of a table it is a space. */
  hardBreak(): void {
    if (this.isInCell) this.inline(' ')
    else if (this.out) this.space += `\n${this.indent}`
  }

  /** Writes a list item: the marker, then the output of `content`, indented by the marker's width, or by `indent`. */
  item(mark: string, content: () => void, indent = ' '.repeat(mark.length)): void {
    const outer = this.indent
    this.breakLine(1)
    this.mark = mark
    this.indent = outer + indent
    content()
    this.indent = outer
    this.breakLine(1)
  }

  /** Writes the output of `content` as a quote of Markdown. */
  quote(content: () => void): void {
    this.breakLine(2)
    this.item('> ', content, '> ')
    this.breakLine(2)
  }

  /** Writes the output of `content` on one line, because a row of a table is a line. */
  cell(content: () => void): void {
    this.isInCell = true
    content()
    this.isInCell = false
  }

  /** Writes `mark` on both sides of the output of `content`. White space at its edges stays outside: Markdown requires that. */
  emphasis(mark: string, content: () => void): void {
    this.openMarks += mark
    content()
    if (this.openMarks) {
      this.openMarks = this.openMarks.slice(0, -mark.length)
      return
    }
    this.out += mark
  }

  /** Appends inline text. Collapses white space and trims it at the start of a line. */
  inline(text: string): void {
    const collapsed = text.replace(/[ \t\r\n\f]+/g, ' ')
    const atLineStart = this.pendingBreaks > 0 || this.mark !== '' || this.out === '' || this.space !== ''
    const words = atLineStart ? collapsed.trimStart() : collapsed
    if (words) this.append(words)
  }

  /** Appends preformatted text with its line breaks and spaces. */
  verbatim(text: string): void {
    const lines = text.replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd()
    if (lines) this.append(lines.replaceAll('\n', `\n${this.indent}`))
  }

  /** Returns the text without empty lines at its edges. The first line keeps its indentation, because it may be code. */
  text(): string {
    const lines = this.out.replaceAll('\u00a0', ' ').split('\n')
    return lines
      .map((line) => line.trimEnd())
      .join('\n')
      .replace(/^\n+/, '')
      .trimEnd()
  }

  /** Adds the open marks to a text that is not blank. */
  private withOpenMarks(text: string): string {
    if (!text.trim()) return text
    const marks = this.openMarks
    this.openMarks = ''
    return text.replace(/^\s*/, (space) => space + marks)
  }

  private append(text: string): void {
    const startsLine = this.out === '' || this.pendingBreaks > 0
    const margin = startsLine ? this.indent.slice(0, this.indent.length - this.mark.length) : ''
    // an empty line inside of a quote has the quote's mark
    if (this.pendingBreaks) this.space = this.pendingBreaks === 2 ? `\n${margin.trimEnd()}\n` : '\n'
    const added = margin + this.mark + this.withOpenMarks(text)
    const trimmed = added.trimEnd()
    this.out += this.space + trimmed
    this.space = added.slice(trimmed.length)
    this.pendingBreaks = 0
    this.mark = ''
  }
}
