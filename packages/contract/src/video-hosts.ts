/**
 * Hosts whose players may stand in the HTML of the API, over https. Clients that show that HTML allow these as frames and no others
 * (`frame-src` of the content security policy, a sanitiser in the browser).
 */
export const FRAME_HOSTS = ['www.youtube-nocookie.com', 'player.vimeo.com', 'www.loom.com', 'player.mux.com'] as const
