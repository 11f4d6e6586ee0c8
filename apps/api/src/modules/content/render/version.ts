/** Raise it whenever the same blocks come out as different HTML: every page is then rendered anew by the next run. */
export const RENDERER = 7
