/**
 * Hosts whose https players the HTML of the API may embed. Clients that show that HTML should allow frames only from these hosts (`frame-src`
 * of the Content-Security-Policy, a sanitizer in the browser).
 */
export const FRAME_HOSTS = ['www.youtube-nocookie.com', 'player.vimeo.com', 'www.loom.com', 'player.mux.com'] as const
