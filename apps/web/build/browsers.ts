/**
 * The oldest browsers that the academy supports: the first with popovers, subgrids and `AbortSignal.any`, for which index.html tests. Scripts
 * and styles are built for them, `browser-support.ts` checks the build against them, and the README and index.html name them.
 */
export const oldestBrowsers = { chrome: '117', edge: '117', firefox: '125', safari: '17.4' } as const

/** The oldest browsers in the form that Vite reads. */
export const buildTarget = Object.entries(oldestBrowsers).map(([name, version]) => name + version)

/** The oldest browsers as text. */
export const browserNames = `Chrome and Edge ${oldestBrowsers.chrome}, Firefox ${oldestBrowsers.firefox} and Safari ${oldestBrowsers.safari}`
