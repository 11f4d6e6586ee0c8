/** The first that matches counts: Android names Linux, and iPads name the Mac. */
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const

/** Returns the name of the operating system in a browser's user agent; '' for an unknown one. */
export const systemName = (userAgent: string): string => SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? ''
