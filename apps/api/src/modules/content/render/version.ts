/**
 * The version of the renderer. Raise it when the same blocks give different HTML, or other records of the page: the next run then reads every
 * page again.
 */
export const RENDERER = 12
