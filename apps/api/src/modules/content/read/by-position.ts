type Positioned = { position: number | null; name: string; id: string }

/** Compares texts by UTF-16 units, in the same way on every instance. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Compares pages by the author's position. Pages without a position come last, and ties have the same order on every instance. */
export const byPosition = (a: Positioned, b: Positioned): number =>
  (a.position ?? Number.POSITIVE_INFINITY) - (b.position ?? Number.POSITIVE_INFINITY) ||
  compareTexts(a.name, b.name) ||
  compareTexts(a.id, b.id)
