/** A cue of WebVTT captions: the second of the video at which it begins, with fractions, and its text without markup. */
export type CaptionCue = { start: number; text: string }

const TIMING = /^(?:(\d+):)?(\d{2}):(\d{2}\.\d{3})[ \t]+-->/

const CHARACTERS: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '\u200e',
  '&rlm;': '\u200f',
}

const plainText = (text: string): string =>
  text
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (entity) => CHARACTERS[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()

/** Returns the cues of a WebVTT text, without comments and styles. */
export function captionCues(source: string): CaptionCue[] {
  return source.split(/\r?\n(?:[ \t]*\r?\n)+/).flatMap((block) => {
    const lines = block.split(/\r?\n/)
    const timing = lines.findIndex((line) => TIMING.test(line))
    const [, hours = '0', minutes = '0', seconds = '0'] = TIMING.exec(lines[timing] ?? '') ?? []
    const text = plainText(lines.slice(timing + 1).join(' '))
    if (timing < 0 || text === '') return []
    return [{ start: Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds), text }]
  })
}
