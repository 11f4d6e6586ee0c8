/** Returns the URL of the captions or chapters that a video in content HTML loads; undefined for a video without them. */
export const trackUrl = (html: string, kind: 'captions' | 'chapters'): string | undefined =>
  html.match(new RegExp(`<track [^>]*?\\bsrc="([^"]*)" kind="${kind}"`))?.[1]?.replaceAll('&amp;', '&')
