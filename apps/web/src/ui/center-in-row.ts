/** Scrolls a row sideways, so that one of its items is in the middle. Never scrolls the page. */
export function centerInRow(row: Element | null, item: Element | null | undefined): void {
  if (!row || !item) return
  const [outer, inner] = [row.getBoundingClientRect(), item.getBoundingClientRect()]
  row.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
}
