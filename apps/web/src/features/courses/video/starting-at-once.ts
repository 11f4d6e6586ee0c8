/** The players of other sites, told to start: whoever sees them has clicked already, and should not have to do so again. */
export const startingAtOnce = (html: string): string =>
  html.replace(/(<iframe [^>]*?\bsrc="https:[^"]*)"/g, (_, start: string) => `${start}${start.includes('?') ? '&amp;' : '?'}autoplay=1"`)
