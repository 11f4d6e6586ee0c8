/** A cue of WebVTT captions: the second of the video at which it begins, with fractions, and its text without markup. */
export type CaptionCue = { start: number; text: string }

const TIMING = /^(?:(\d+):)?(\d{2}):(\d{2}\.\d{3})[ \t]*-->/

const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', lrm: '\u200e', rlm: '\u200f' }

/** Matches a reference to a character by its name, or by its number in decimal or hexadecimal digits. */
const REFERENCE = /&(?:(amp|lt|gt|quot|apos|nbsp|lrm|rlm)|#(\d{1,7})|#[xX]([\da-fA-F]{1,6}));/g

const isCharacter = (code: number): boolean => code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)

function characterOf(name: string | undefined, decimal: string | undefined, hexadecimal: string | undefined): string {
  if (name !== undefined) return CHARACTERS[name] ?? ''
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
  return isCharacter(code) ? String.fromCodePoint(code) : '\ufffd'
}

const plainText = (text: string): string =>
  text
    .replace(/<[^<>]*>/g, '')
    .replace(REFERENCE, (_, name?: string, decimal?: string, hexadecimal?: string) => characterOf(name, decimal, hexadecimal))
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
