/** Adds autoplay to players of video hosts, because the user has already clicked Watch Video. */
export const withAutoplay = (html: string): string =>
  html.replace(/(<iframe [^>]*?\bsrc="https:[^"]*)"/g, (_, start: string) => `${start}${start.includes('?') ? '&amp;' : '?'}autoplay=1"`)
