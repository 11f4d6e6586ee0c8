import type { ClipCard } from './clip.ts'

/** A caption of two lines is read at a glance; of three it is not. */
const CHARACTERS_A_LINE = 42

const clock = (seconds: number) => `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${(seconds % 60).toFixed(3).padStart(6, '0')}`

function wrap(words: readonly string[], most: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && longer.length <= most) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** As few lines as the width allows, of about the same length. */
export function breakLines(text: string, most = CHARACTERS_A_LINE): string[] {
  const words = text.split(/\s+/)
  const fewest = wrap(words, most).length
  let width = Math.ceil(text.length / fewest)
  while (wrap(words, width).length > fewest) width += 1
  return wrap(words, width)
}

/** The captions of a clip as WebVTT, a cue for each card. */
export function captionsOf(cards: readonly ClipCard[]): string {
  let start = 0
  const cues = cards.map(({ seconds, caption }) => {
    const end = start + seconds
    const cue = `${clock(start)} --> ${clock(end)}\n${breakLines(caption).join('\n')}`
    start = end
    return cue
  })
  return ['WEBVTT', ...cues].join('\n\n')
}
