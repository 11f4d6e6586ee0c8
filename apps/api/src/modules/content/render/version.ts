/** The version of the renderer. Raise it when the same blocks give different HTML: the next run then renders every page again. */
export const RENDERER = 9
