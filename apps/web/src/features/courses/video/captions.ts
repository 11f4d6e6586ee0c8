export type CaptionLine = {
  /** Second of the video at which the line is said. */
  start: number
  text: string
  /** The name of the chapter that begins with the line. */
  chapter?: string
}

const TIMING = /^(?:(\d+):)?(\d{2}):(\d{2}\.\d{3})[ \t]+-->/
const CHARACTERS: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&nbsp;': ' ' }

const plainText = (text: string): string =>
  text
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:amp|lt|gt|nbsp);/g, (entity) => CHARACTERS[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()

/** Returns the lines of a WebVTT text: its cues without comments, styles and markup. */
export function captionLines(source: string): CaptionLine[] {
  return source.split(/\r?\n(?:[ \t]*\r?\n)+/).flatMap((block) => {
    const rows = block.split(/\r?\n/)
    const timing = rows.findIndex((row) => TIMING.test(row))
    const [, hours = '0', minutes = '0', seconds = '0'] = TIMING.exec(rows[timing] ?? '') ?? []
    const text = plainText(rows.slice(timing + 1).join(' '))
    if (timing < 0 || text === '') return []
    return [{ start: Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds), text }]
  })
}

async function loadText(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`The captions could not be loaded: status ${response.status}`)
  return await response.text()
}

/** Returns the URL of the captions or chapters that a video in content HTML loads; undefined for a video without them. */
export const trackUrl = (html: string, kind: 'captions' | 'chapters'): string | undefined =>
  html.match(new RegExp(`<track [^>]*?\\bsrc="([^"]*)" kind="${kind}"`))?.[1]?.replaceAll('&amp;', '&')

/** Returns the lines of a transcript, from the WebVTT texts of the captions and of the chapters. */
export function transcriptLines(captions: string, chapters = ''): CaptionLine[] {
  const lines = captionLines(captions)
  for (const { start, text } of captionLines(chapters)) {
    const first = lines.find((line) => line.start >= start)
    if (first) first.chapter ??= text
  }
  return lines
}

/** Loads the captions of a video, with the names of its chapters. Their URLs are signed, so the requests need no session. */
export async function loadCaptions(url: string, chaptersUrl: string | undefined, signal: AbortSignal): Promise<CaptionLine[]> {
  const [captions = '', chapters] = await Promise.all([url, chaptersUrl].map((address) => address && loadText(address, signal)))
  return transcriptLines(captions, chapters)
}
