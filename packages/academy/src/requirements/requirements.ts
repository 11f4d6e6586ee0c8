/**
 * The areas of the specification, and how many requirements each has: AREA-01 to AREA-nn, without a gap. A test proves the ones whose
 * ids stand in its name.
 */
const AREAS = {
  ROUTE: 19,
  SHELL: 13,
  AUTH: 30,
  DASH: 12,
  COURSE: 18,
  TUT: 33,
  LIB: 24,
  PROMPT: 21,
  COMM: 3,
  SLACK: 4,
  BOARD: 5,
  MENT: 27,
  SET: 10,
  PROF: 9,
  PRICE: 26,
  CTX: 11,
  API: 12,
  PAY: 11,
  ACCESS: 9,
  ANALYTICS: 26,
  REPLAY: 13,
  ERR: 65,
  CONST: 6,
} as const satisfies Record<string, number>

/** All 407 ids, in the order of the specification. */
export const REQUIREMENTS: readonly string[] = Object.entries(AREAS).flatMap(([area, count]) =>
  Array.from({ length: count }, (_, index) => `${area}-${String(index + 1).padStart(2, '0')}`),
)
