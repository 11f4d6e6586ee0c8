/**
 * Scrolls a row sideways in the next frame, so that one of its items is in the middle. Never scrolls the page. An effect that measures at once
 * computes the layout of the whole page within its own task. Returns the function that cancels it.
 */
export function centerInRow(row: Element | null, item: Element | null | undefined): () => void {
  const frame = requestAnimationFrame(() => {
    if (!row || !item) return
    const [outer, inner] = [row.getBoundingClientRect(), item.getBoundingClientRect()]
    row.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
  })
  return () => cancelAnimationFrame(frame)
}
