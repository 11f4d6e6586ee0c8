export type CaptionCue = { seconds: number; text: string }

const TIMING = /^(?:(\d+):)?(\d{2}):(\d{2})\.\d{3}\s+-->/

const CHARACTERS: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '\u200e',
  '&rlm;': '\u200f',
}

/** Returns the cues of a WebVTT text, each with the second at which it begins. */
export function captionCues(source: string): CaptionCue[] {
  return source.split(/\r?\n(?:[ \t]*\r?\n)+/).flatMap((block) => {
    const lines = block.split(/\r?\n/)
    const timing = lines.findIndex((line) => TIMING.test(line))
    const [, hours = '0', minutes = '0', seconds = '0'] = TIMING.exec(lines[timing] ?? '') ?? []
    const text = lines
      .slice(timing + 1)
      .join(' ')
      .replace(/<[^<>]*>/g, '')
      .replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (entity) => CHARACTERS[entity] ?? entity)
      .replace(/\s+/g, ' ')
      .trim()
    if (timing < 0 || text === '') return []
    return [{ seconds: Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds), text }]
  })
}
