/**
 * The version of the renderer. Increase it when the same blocks yield different HTML, or other records of the page: the next sync then reads all
 * pages again.
 */
export const RENDERER_VERSION = 14
